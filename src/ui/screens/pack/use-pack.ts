import { useEffect, useState } from 'react';
import type { PackAnswer, PackOptions } from '../../../engine/contract.ts';
import { type Collection, isIncomplete } from '../../../model/collection.ts';
import { isEverything } from '../../../model/outputs/selection.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';

interface Made {
  /** What it was made for. */
  readonly key: string;
  readonly answer?: PackAnswer;
  readonly problem?: Problem;
}

export interface PackState {
  readonly answer?: PackAnswer;
  readonly problem?: Problem;
  readonly isWaiting: boolean;
  /** The pack that is being made has taken a second. */
  readonly slowJobId?: string;
  /** Somebody stopped it. */
  readonly isStopped: boolean;
  stop(): void;
  /** After a stop. */
  makeAgain(): void;
}

/**
 * Makes the pack again when typing pauses; the one that is under way then ends. An answer is only given out for what is asked now: nobody
 * copies an older one [P5].
 */
export function usePack(wanted: PackOptions, collection: Collection): PackState {
  const { engine } = useApp().connection;
  const [made, setMade] = useState<Made>();
  const [slowJobId, setSlowJobId] = useState<string>();
  /** What was stopped: the key it had. */
  const [stopped, setStopped] = useState<string>();
  const asked = JSON.stringify(wanted);
  // Another state of the collection may have other answers. While it is being read there is a new one every moment: the last one counts.
  const state = isIncomplete(collection) ? 'incomplete' : collection.index_id;
  const key = `${state} ${asked}`;
  const isNothing =
    wanted.query === undefined &&
    wanted.since === undefined &&
    (wanted.selection === undefined || isEverything(wanted.selection));
  const isStopped = stopped === key;
  useEffect(() => {
    if (isNothing || isStopped) return;
    let isCurrent = true;
    const jobId = newJobId();
    let end = () => {};
    const start = () => {
      const slow = setTimeout(() => setSlowJobId(jobId), SLOW_MS);
      const settle = (result: Omit<Made, 'key'>) => {
        clearTimeout(slow);
        end = () => {};
        if (!isCurrent) return;
        setSlowJobId(undefined);
        setMade({ key, ...result });
      };
      end = () => {
        clearTimeout(slow);
        engine.cancel(jobId).catch(() => {});
      };
      engine.makePack({ ...(JSON.parse(asked) as PackOptions), jobId }).then(
        (answer) => settle({ answer }),
        (error: unknown) => settle({ problem: readError(error) }),
      );
    };
    const timer = setTimeout(start, REST_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      setSlowJobId(undefined);
      end();
    };
  }, [engine, key, asked, isNothing, isStopped]);
  const actions = { stop: () => setStopped(key), makeAgain: () => setStopped(undefined) };
  if (isNothing) return { isWaiting: false, isStopped: false, ...actions };
  if (made?.key !== key)
    return { isWaiting: !isStopped, isStopped, ...(slowJobId === undefined ? {} : { slowJobId }), ...actions };
  const { answer, problem } = made;
  return {
    isWaiting: false,
    isStopped: false,
    ...(answer === undefined ? {} : { answer }),
    ...(problem === undefined ? {} : { problem }),
    ...actions,
  };
}

const REST_MS = 250;
/** What takes longer says how far it is, and can be stopped. */
const SLOW_MS = 1_000;
