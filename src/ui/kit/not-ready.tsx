import { describeProblem } from '../words/describe-problem.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import * as look from './look.module.css';
import type { LoadState } from './use-loaded.ts';

/** Stands in for a form or a screen whose stored values are loading. A failed load can be tried again. */
export function NotReady({ load: { problem, reload } }: { readonly load: LoadState }) {
  if (problem === undefined) return <p role="status">{words.common.loading}</p>;
  return (
    <p className={look.problem} role="alert">
      {words.common.notLoaded} {describeProblem(problem)} <Button label={words.common.retry} onClick={reload} />
    </p>
  );
}
