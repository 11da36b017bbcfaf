import { useEffect, useRef, useState } from 'react';
import { type Collection, isPartlyRead, type Source } from '../../../model/collection.ts';
import type { FileSpan, Interrupted } from '../../../model/incomplete.ts';
import { isOpen } from '../../../model/job.ts';
import type { Recognition } from '../../../model/recognised.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { useWindowEvent } from '../../kit/hooks.ts';
import { Notice } from '../../kit/notice.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { syncSource } from '../../state/actions/ingest.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp, usePwa } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { toShortName, toVisibleName } from '../../text/visible-text.ts';
import { jobsWords } from '../../words/jobs.ts';
import { libraryWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';

/** Shown on every screen of a collection that is incomplete, so that a part does not look like the whole. */
export function PartlyRead({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const sources = usePartlyRead(collection);
  const { crashed, suspects } = useInterrupted(collection);
  const waiting = useWaitingFiles(collection);
  const unfinished = useUnfinishedRecognition(collection);
  const resume = async (source: Source) => {
    const outcome = source.remembered ? await syncSource(app, collection, source) : 'pick';
    if (outcome === 'pick') navigate({ place: 'library' });
  };
  const retry = async ({ sourceId }: FileSpan) => {
    await app.connection.engine.retryCrashed(collection.id, sourceId);
    const source = collection.sources.find(({ id }) => id === sourceId);
    if (source !== undefined) await resume(source);
  };
  return [
    ...sources.map((source) => (
      <Notice
        key={source.id}
        text={libraryWords.partlyRead(toShortName(source.name), source.files)}
        action={jobsWords.resume}
        onAction={() => resume(source)}
      />
    )),
    ...suspects.map(({ sourceId, first, last }) => (
      <Notice key={`${sourceId} ${first}`} text={libraryWords.suspects(toVisibleName(first), toVisibleName(last))} />
    )),
    ...crashed.map((span) => (
      <Notice
        key={`${span.sourceId} ${span.first}`}
        text={libraryWords.crashed(toVisibleName(span.first))}
        action={words.common.retry}
        onAction={() => retry(span)}
      />
    )),
    unfinished !== undefined && (
      <Notice
        key="ocr"
        text={libraryWords.ocrUnfinished}
        action={jobsWords.resume}
        onAction={async () => app.state.dialog.set({ type: 'ocr', collection, ...unfinished })}
      />
    ),
    waiting.count > 0 && (
      <Notice
        key="waiting"
        text={libraryWords.withoutOutline(waiting.count)}
        action={words.common.retry}
        onAction={waiting.retry}
      />
    ),
  ];
}

const NONE: Interrupted = { crashed: [], suspects: [] };

/** Returns files that a crashed tab was importing; empty while a job of this tab changes the collection. */
function useInterrupted({ id, generation, readOnly, publishedAt }: Collection): Interrupted {
  const { engine } = useApp().connection;
  const isBusy = useIsBusy(id);
  const isWanted = !isBusy && !readOnly && publishedAt === undefined;
  // Every import changes the interrupted files and ends with a new generation.
  const { value = NONE } = useLoaded(
    () => (isWanted ? engine.listInterrupted(id) : undefined),
    [engine, id, isWanted],
    { version: generation, onFailure: 'ignore' },
  );
  return value;
}

/** Returns the text recognition that was paused, or whose tab was closed; none while a job runs. */
function useUnfinishedRecognition({ id, generation, readOnly, publishedAt }: Collection): Recognition | undefined {
  const { connection, state } = useApp();
  const { engine } = connection;
  const isWanted = !useIsBusy(id) && !readOnly && publishedAt === undefined;
  // Its dialog may forget it.
  const isDialogOpen = useSignal(state.dialog) !== undefined;
  return useLoaded(() => (isWanted ? engine.readRecognition(id) : undefined), [engine, id, isWanted], {
    version: `${generation} ${isDialogOpen}`,
    onFailure: 'ignore',
  }).value?.unfinished;
}

/** Retries files that wait for a reader module, automatically when it may have become available, and on a click at any time. */
function useWaitingFiles({ id, generation, stats, readOnly, evicted }: Collection): {
  readonly count: number;
  readonly retry: () => Promise<unknown>;
} {
  const { engine } = useApp().connection;
  const { later } = usePwa();
  const isBusy = useIsBusy(id);
  const missing = stats.incomplete_files ?? 0;
  const isWanted = missing > 0 && !isBusy && !readOnly && !evicted;
  const [onlineTimes, setOnlineTimes] = useState(0);
  useWindowEvent('online', () => setOnlineTimes((before) => before + 1));
  // One try per state, per return of the network and per reader module that arrives; a failure is not retried forever.
  const attempt = `${id} ${generation} ${onlineTimes} ${later?.missing.length}`;
  const tried = useRef('');
  useEffect(() => {
    if (!isWanted || tried.current === attempt) return;
    tried.current = attempt;
    engine.finishReading(id, newJobId()).catch(() => undefined);
  }, [engine, id, isWanted, attempt]);
  return { count: isWanted ? missing : 0, retry: () => engine.finishReading(id, newJobId()) };
}

/** Returns the incomplete sources; none while a job of this tab works on the collection and shows its progress. */
export function usePartlyRead({ id, sources }: Collection): readonly Source[] {
  return useIsBusy(id) ? [] : sources.filter(isPartlyRead);
}

function useIsBusy(collectionId: string): boolean {
  const jobs = useSignal(useApp().state.jobs);
  return jobs.some((job) => job.collectionId === collectionId && isOpen(job) && !isSiteJob(job));
}
