import { useCallback, useState } from 'react';
import { describeProblem } from '../words/describe-problem.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import * as look from './look.module.css';
import type { Loaded, LoadState } from './use-loaded.ts';

/** A form over a stored value: typed fields replace stored ones, and only they are saved. */
export function useTyped<T extends object>(stored: T) {
  const [typed, setTyped] = useState<Partial<T>>({});
  const change = useCallback((part: Partial<T>) => setTyped((now) => ({ ...now, ...part })), []);
  return { value: { ...stored, ...typed } as T, typed, change };
}

/** A form over a stored value that is loading. Until it is known, `value` is undefined, and the form has nothing to save. */
export function useDraft<T extends object>(stored: Loaded<T>) {
  const { status, problem, reload } = stored;
  const { value, ...form } = useTyped<T>(stored.value ?? ({} as T));
  return { status, problem, reload, ...form, value: status === 'ready' ? value : undefined };
}

/** Replaces a form or a screen whose stored values are loading. A failed load can be retried. */
export function NotReady({ load: { problem, reload } }: { readonly load: LoadState }) {
  if (problem === undefined) return <p role="status">{words.common.loading}</p>;
  return (
    <p className={look.problem} role="alert">
      {words.common.notLoaded} {describeProblem(problem)} <Button label={words.common.retry} onClick={reload} />
    </p>
  );
}
