import { useEffect, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { TextExportOptions, TextSize } from '../../../model/outputs/text-export.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';

/** Size that is counted at once, within a second or two; more is counted on request. */
const AT_ONCE_BYTES = 2_000_000;
const REST_MS = 300;

interface Counted {
  /** Identifies the counted text. */
  readonly key: string;
  readonly size?: TextSize;
  readonly problem?: Problem;
}

/** Counts the size of a text before it is made. Stops when the screen closes or the options change. */
export function useTextSize(
  { generation }: Collection,
  textOptions: Omit<TextExportOptions, 'jobId'>,
  bytes: number | undefined,
): Omit<Counted, 'key'> & { readonly isCounting: boolean; readonly count: () => void } {
  const { engine } = useApp().connection;
  const [counted, setCounted] = useState<Counted>();
  const [asked, setAsked] = useState<string>();
  const key = `${generation} ${JSON.stringify(textOptions)}`;
  const isWanted = bytes !== undefined && (bytes <= AT_ONCE_BYTES || asked === key);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    let isDone = false;
    const jobId = newJobId();
    const options = JSON.parse(key.slice(key.indexOf(' ') + 1)) as Omit<TextExportOptions, 'jobId'>;
    const timer = setTimeout(() => {
      const end = (made: Omit<Counted, 'key'>) => {
        isDone = true;
        if (!isGone) setCounted({ key, ...made });
      };
      engine.measureText({ ...options, jobId }).then(
        (size) => end({ size }),
        (error: unknown) => end({ problem: readError(error) }),
      );
    }, REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
      if (!isDone) engine.cancel(jobId).catch(() => undefined);
    };
  }, [engine, key, isWanted]);
  const { key: _, ...known } = counted?.key === key ? counted : { key };
  return { ...known, isCounting: isWanted && counted?.key !== key, count: () => setAsked(key) };
}
