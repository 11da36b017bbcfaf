import { useCallback, useState } from 'react';
import { describeProblem } from '../words/describe-problem.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import * as look from './look.module.css';
import type { Loaded, LoadState } from './use-loaded.ts';

/** A form over a stored value: typed fields replace stored ones. Until the stored value is known, `value` is undefined, and a form has nothing to save. */
export function useDraft<T extends object>(stored: Loaded<T>) {
  const [typed, setTyped] = useState<Partial<T>>({});
  const change = useCallback((part: Partial<T>) => setTyped((now) => ({ ...now, ...part })), []);
  const value: T | undefined = stored.status === 'ready' ? { ...stored.value, ...typed } : undefined;
  const { status, problem, reload } = stored;
  return { status, problem, reload, value, typed, change };
}

/** Stands in for a form or a screen whose stored values are loading. A failed load can be tried again. */
export function NotReady({ load: { problem, reload } }: { readonly load: LoadState }) {
  if (problem === undefined) return <p role="status">{words.common.loading}</p>;
  return (
    <p className={look.problem} role="alert">
      {words.common.notLoaded} {describeProblem(problem)} <Button label={words.common.retry} onClick={reload} />
    </p>
  );
}
