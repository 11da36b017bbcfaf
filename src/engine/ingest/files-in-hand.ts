import { findDocumentFormat } from '../../kinds/document-format.ts';
import { compareUtf8 } from '../../lib/bytes.ts';
import type { FileSpan, Interrupted } from '../../model/incomplete.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import type { Job } from '../jobs.ts';

const KEY = 'in-hand';

interface HandRecord extends Interrupted {
  readonly jobId: string;
  readonly inHand: readonly FileSpan[];
}

/**
 * Records which files are about to be read. A file can crash the whole tab, when it is too late to write: the record found at the next start
 * names that file.
 */
export interface FilesInHand {
  /** Files recorded by jobs that crashed. */
  readonly before: Interrupted;
  /** Resolves when the record is written. */
  take(spans: readonly FileSpan[]): Promise<void>;
  release(spans: readonly FileSpan[]): void;
}

/** Runs a job that reads files of these sources, and keeps the record while it runs. */
export async function withFilesInHand<T>(
  records: OwnRecords,
  job: Pick<Job, 'id' | 'signal'>,
  sourceIds: readonly string[],
  work: (inHand: FilesInHand) => Promise<T>,
): Promise<T> {
  const before = await readInterrupted(records);
  const inHand = new Set<FileSpan>();
  // A failed record does not stop the import.
  const write = (suspects: readonly FileSpan[]): Promise<void> =>
    put(records, { jobId: job.id, inHand: [...inHand], crashed: before.crashed, suspects }).catch(() => undefined);
  const writeSoon = createLatestWriter(() => write(before.suspects));
  let suspects = before.suspects;
  await write(suspects);
  try {
    const value = await work({
      before,
      take(spans) {
        for (const span of spans) inHand.add(span);
        return writeSoon();
      },
      release(spans) {
        for (const span of spans) inHand.delete(span);
        // Otherwise files read long ago would also be suspects.
        void writeSoon();
      },
    });
    // All of them were read without a crash.
    if (!job.signal.aborted) suspects = suspects.filter(({ sourceId }) => !sourceIds.includes(sourceId));
    return value;
  } finally {
    inHand.clear();
    await writeSoon();
    await write(suspects);
  }
}

/** Calls during a write share the next one. */
function createLatestWriter(write: () => Promise<void>): () => Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= writing.then(() => {
      next = undefined;
      writing = write();
      return writing;
    });
    return next;
  };
}

/** Reads which files the last crash interrupted. The caller holds the collection's write lock: otherwise the record may belong to a running job. */
export async function readInterrupted(records: OwnRecords): Promise<Interrupted> {
  const left = await records.get<HandRecord>('settings', KEY);
  if (left === undefined) return { crashed: [], suspects: [] };
  // Documents crash most tabs, and each has its own batch.
  const documents = left.inHand.filter(({ first, last }) => first === last && findDocumentFormat(first) !== undefined);
  const blamed = documents.length > 0 ? documents : left.inHand;
  const isOne = blamed.length === 1 && blamed.every(({ first, last }) => first === last);
  return {
    crashed: isOne ? [...left.crashed, ...blamed] : left.crashed,
    suspects: isOne ? left.suspects : [...left.suspects, ...blamed],
  };
}

/** Clears a source's crashed files, so that the next sync reads them. */
export async function forgiveSource(records: OwnRecords, sourceId: string): Promise<void> {
  const { crashed, suspects } = await readInterrupted(records);
  const isOther = (span: FileSpan): boolean => span.sourceId !== sourceId;
  await put(records, { jobId: '', inHand: [], crashed: crashed.filter(isOther), suspects: suspects.filter(isOther) });
}

/** Clears the files of jobs whose tab was closed: that is not a crash. */
export async function forgiveJobs(records: OwnRecords, jobIds: readonly string[]): Promise<void> {
  const left = await records.get<HandRecord>('settings', KEY);
  if (left !== undefined && jobIds.includes(left.jobId)) await put(records, { ...left, inHand: [] });
}

/** Returns one span per source, from its first to its last path. */
export function toSpans(files: readonly { readonly sourceId: string; readonly path: string }[]): FileSpan[] {
  const spans = new Map<string, FileSpan>();
  for (const { sourceId, path } of files) {
    const { first, last } = spans.get(sourceId) ?? { first: path, last: path };
    spans.set(sourceId, {
      sourceId,
      first: compareUtf8(path, first) < 0 ? path : first,
      last: compareUtf8(path, last) > 0 ? path : last,
    });
  }
  return [...spans.values()];
}

export function isInSpans(spans: readonly FileSpan[], sourceId: string, path: string): boolean {
  return spans.some(
    (span) => span.sourceId === sourceId && compareUtf8(span.first, path) <= 0 && compareUtf8(path, span.last) <= 0,
  );
}

async function put(records: OwnRecords, record: HandRecord): Promise<void> {
  const isEmpty = record.inHand.length + record.crashed.length + record.suspects.length === 0;
  if (isEmpty) await records.delete('settings', KEY);
  else await records.put('settings', KEY, record);
}
