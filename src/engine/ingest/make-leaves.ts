import type { Leaf } from '../../kernel/contract.ts';
import type { FilePlace, FoundFile, PageMeta } from '../../model/raw-file.ts';
import { detect } from '../../read/detect.ts';
import { isInBundles } from '../collection/damage-notes.ts';
import type { FileTask, NoLeaf } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { toFailure, toReadFailure, UNFINISHED } from './file-outcome.ts';
import type { IngestRun } from './ingest-run.ts';

type TaskOptions = Required<Pick<FileTask, 'outlineLater' | 'canWait'>>;

/** Reads the files here only if no other thread can. Never rejects. */
export async function makeLeaves(
  run: IngestRun,
  files: readonly FoundFile[],
  options: TaskOptions,
): Promise<readonly (Leaf | NoLeaf)[]> {
  const found = await Promise.all(files.map((file) => file.place ?? readHere(file)));
  const tasks = files.flatMap((file, i) => {
    const from = found[i] as FilePlace | Uint8Array | NoLeaf;
    return 'type' in from ? [] : [toTask(run, file, from, options)];
  });
  try {
    const made = tasks.length === 0 ? [] : await run.deps.leafMaker.make(tasks, run.job.signal);
    let at = 0;
    return found.map((one) => ('type' in one ? one : (made[at++] as Leaf | NoLeaf)));
  } catch (error) {
    return files.map(() => toFailure(error));
  }
}

async function readHere(file: FoundFile): Promise<Uint8Array | NoLeaf> {
  try {
    return await file.read();
  } catch (error) {
    return toReadFailure(error);
  }
}

/** Makes the last attempt for a file that failed in its own batch: code can still be chunked as text. */
export async function makeWithoutReader(run: IngestRun, file: FoundFile, options: TaskOptions): Promise<Leaf | NoLeaf> {
  if (run.job.signal.aborted || options.outlineLater || !isCode(file.path)) return UNFINISHED;
  const [made = UNFINISHED] = await makeLeaves(run, [file], { ...options, outlineLater: true });
  // The next sync retries its outline.
  return 'leaf' in made ? { ...made, incomplete: 'unfinished' } : UNFINISHED;
}

export function isCode(path: string): boolean {
  return detect(path).reader === 'code';
}

function toTask(
  run: IngestRun,
  file: FoundFile,
  from: FilePlace | Uint8Array,
  { outlineLater, canWait }: TaskOptions,
): FileTask {
  const known = findKnown(run, file);
  const isComparable = known !== undefined && isUsable(run, known) && isSameMeta(known.meta, file.meta);
  return {
    path: run.toPath(file.path),
    from,
    settings: run.collection.settings,
    maxBytes: run.scan.maxFileBytes,
    outlineLater: outlineLater && isCode(file.path),
    canWait,
    ...(file.meta && { meta: file.meta }),
    ...(isComparable && { knownHash: known.sha256 }),
  };
}

/** Returns the file's stored entry. */
export function findKnown({ writer: { entries }, source }: IngestRun, { path }: FoundFile): FileEntry | undefined {
  const row = entries.find(source.id, path);
  return row === undefined ? undefined : entries.entry(row);
}

/** Whether equal bytes would give the stored leaf again. */
function isUsable(run: IngestRun, known: FileEntry): boolean {
  return !isInBundles(known, run.damaged) && !isMissingBytes(run, known);
}

/** Whether the stored leaf belongs to the current file. */
export function isSame(run: IngestRun, known: FileEntry, file: FoundFile): boolean {
  if (run.verifyAll || !isUsable(run, known)) return false;
  return isSameStamp(known, file) && isSameMeta(known.meta, file.meta);
}

/** Whether a document should be stored but is not, or was chunked with other settings. */
function isMissingBytes({ collection }: IngestRun, { kind, original, refused, incomplete }: FileEntry): boolean {
  if (kind !== 'document' || original !== undefined || refused !== undefined) return false;
  return collection.textsOnly !== true || incomplete === 'unfinished';
}

function isSameStamp(known: FileEntry, file: FoundFile): boolean {
  return file.mtimeMs !== undefined && known.mtimeMs === Math.floor(file.mtimeMs) && known.bytes === file.size;
}

function isSameMeta(a: PageMeta | undefined, b: PageMeta | undefined): boolean {
  return a?.title === b?.title && a?.description === b?.description && a?.source_url === b?.source_url;
}
