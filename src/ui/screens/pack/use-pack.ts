import { useEffect, useState } from 'react';
import type { PackOptions } from '../../../engine/contract.ts';
import { resolveAges } from '../../../lib/dates.ts';
import { pause, useLoaded } from '../../kit/use-loaded.ts';
import { newJobUntil } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import type { PackRequest } from '../../state/pack.ts';
import { readError } from '../../state/read-error.ts';
import { useSignal } from '../../state/signal.ts';

/**
 * Makes the pack when typing pauses and ends the previous one. Returns a pack only while its options are current, so that
 * *Copy pack* never copies an older pack [P5].
 */
export function usePack({ options, key }: PackRequest) {
  const { connection, state } = useApp();
  const { engine } = connection;
  const { madePack } = state;
  const made = useSignal(madePack);
  const [slow, setSlow] = useState<{ readonly key: string; readonly jobId: string }>();
  const [stoppedKey, setStopped] = useState<string>();
  const isStopped = stoppedKey === key;
  const shown = options !== undefined && made?.key === key ? made : undefined;
  const make = async (asked: PackOptions, signal: AbortSignal) => {
    await pause(REST_MS, signal);
    const jobId = newJobUntil(signal, engine);
    const timer = setTimeout(() => setSlow({ key, jobId }), SLOW_MS);
    const query = asked.query && resolveAges(asked.query, Date.now());
    const result = await engine.makePack({ ...asked, query, jobId }).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ problem: readError(error) }),
    );
    clearTimeout(timer);
    return { key, ...result };
  };
  const isWanted = options !== undefined && !isStopped && shown === undefined;
  const { value } = useLoaded((signal) => (isWanted ? make(options, signal) : undefined), [engine, key, isWanted]);
  useEffect(() => {
    if (value !== undefined) madePack.set(value);
  }, [madePack, value]);
  useForgetUnfinished(key);
  const stop = () => {
    setStopped(key);
    setSlow(undefined);
  };
  const isSlow = isWanted && slow?.key === key;
  return {
    answer: shown?.answer,
    problem: shown?.problem,
    isWaiting: isWanted,
    /** Job id of a pack that has taken more than a second. */
    slowJobId: isSlow ? slow.jobId : undefined,
    isStopped: isStopped && options !== undefined && shown === undefined,
    stop,
    /** Makes a stopped pack after all. */
    makeAgain: () => setStopped(undefined),
  };
}

export type PackState = ReturnType<typeof usePack>;

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
