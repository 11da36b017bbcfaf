import { useEffect, useState } from 'react';
import type { PackAnswer, PackOptions } from '../../../engine/contract.ts';
import { isEverything } from '../../../model/outputs/selection.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';

interface Made {
  /** What it was made for. */
  readonly key: string;
  readonly answer?: PackAnswer;
  readonly problem?: Problem;
}

/** Makes the pack again when typing pauses. An answer is only given out for what is asked now: nobody copies an older one [P5]. */
export function usePack(wanted: PackOptions): {
  readonly answer?: PackAnswer;
  readonly problem?: Problem;
  readonly isWaiting: boolean;
} {
  const { engine } = useApp().connection;
  const [made, setMade] = useState<Made>();
  const key = JSON.stringify(wanted);
  const isNothing =
    wanted.query === undefined &&
    wanted.since === undefined &&
    (wanted.selection === undefined || isEverything(wanted.selection));
  useEffect(() => {
    if (isNothing) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      engine.makePack(JSON.parse(key) as PackOptions).then(
        (answer) => isCurrent && setMade({ key, answer }),
        (error: unknown) => isCurrent && setMade({ key, problem: readError(error) }),
      );
    }, REST_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [engine, key, isNothing]);
  if (isNothing) return { isWaiting: false };
  if (made?.key !== key) return { isWaiting: true };
  const { answer, problem } = made;
  return {
    isWaiting: false,
    ...(answer === undefined ? {} : { answer }),
    ...(problem === undefined ? {} : { problem }),
  };
}

const REST_MS = 250;
