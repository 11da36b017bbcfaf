import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { TextExportOptions } from '../../../model/outputs/text-export.ts';
import { pause, useLoaded } from '../../kit/use-loaded.ts';
import { newJobUntil } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';

/** Size that is counted at once, within a second or two; more is counted on request. */
const AT_ONCE_BYTES = 2_000_000;
const REST_MS = 300;

/** Counts the size of a text before it is made. Stops when the screen closes or the options change. */
export function useTextSize(
  { generation }: Collection,
  textOptions: Omit<TextExportOptions, 'jobId'>,
  bytes: number | undefined,
) {
  const { engine } = useApp().connection;
  const [asked, setAsked] = useState<string>();
  const key = `${generation} ${JSON.stringify(textOptions)}`;
  const isWanted = bytes !== undefined && (bytes <= AT_ONCE_BYTES || asked === key);
  const measure = async (signal: AbortSignal) => {
    await pause(REST_MS, signal);
    return engine.measureText({ ...textOptions, jobId: newJobUntil(signal, engine) });
  };
  const load = (signal: AbortSignal) => (isWanted ? measure(signal) : undefined);
  const { value, problem, status } = useLoaded(load, [key, isWanted], { onFailure: 'return' });
  return { size: value, problem, isCounting: isWanted && status === 'loading', count: () => setAsked(key) };
}
