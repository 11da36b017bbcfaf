import { useEffect, useState } from 'react';
import type { PackAnswer, PackOptions } from '../../../engine/contract.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import type { MadePack } from '../../state/pack/made-pack.ts';
import type { PackRequest } from '../../state/pack/pack-options.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { useSignal } from '../../state/signal.ts';

export interface PackState {
  readonly answer?: PackAnswer;
  readonly problem?: Problem;
  readonly isWaiting: boolean;
  /** Job id of a pack that has taken more than a second. */
  readonly slowJobId?: string;
  readonly isStopped: boolean;
  stop(): void;
  /** Makes a stopped pack after all. */
  makeAgain(): void;
}

/**
 * Makes the pack when typing pauses and ends the previous one. Returns a pack only while its options are current, so that
 * *Copy pack* never copies an older pack [P5].
 */
export function usePack({ options, key }: PackRequest): PackState {
  const { connection, state } = useApp();
  const { engine } = connection;
  const { madePack } = state;
  const made = useSignal(madePack);
  const [slowJobId, setSlowJobId] = useState<string>();
  /** Key of the stopped pack. */
  const [stopped, setStopped] = useState<string>();
  const asked = options === undefined ? undefined : JSON.stringify(options);
  const isStopped = stopped === key;
  const isMade = made?.key === key;
  useEffect(() => {
    if (asked === undefined || isStopped || isMade) return;
    let isCurrent = true;
    const jobId = newJobId();
    let end = () => {};
    const start = () => {
      const slow = setTimeout(() => setSlowJobId(jobId), SLOW_MS);
      const settle = (result: Omit<MadePack, 'key'>) => {
        clearTimeout(slow);
        end = () => {};
        if (!isCurrent) return;
        setSlowJobId(undefined);
        madePack.set({ key, ...result });
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
  }, [engine, madePack, key, asked, isStopped, isMade]);
  useForgetUnfinished(key);
  const actions = { stop: () => setStopped(key), makeAgain: () => setStopped(undefined) };
  if (asked === undefined) return { isWaiting: false, isStopped: false, ...actions };
  if (!isMade)
    return { isWaiting: !isStopped, isStopped, ...(slowJobId === undefined ? {} : { slowJobId }), ...actions };
  const { key: _, ...result } = made;
  return { isWaiting: false, isStopped: false, ...result, ...actions };
}

/** Makes a pack with a problem, or of a collection that is still being imported, again on the next visit. */
function useForgetUnfinished(key: string): void {
  const { madePack } = useApp().state;
  useEffect(
    () => () => {
      const made = madePack.get();
      if (made?.key === key && (made.problem !== undefined || made.answer?.isIncomplete)) madePack.set(undefined);
    },
    [madePack, key],
  );
}

const REST_MS = 250;
/** A pack that takes longer shows its progress and can be stopped. */
const SLOW_MS = 1_000;
