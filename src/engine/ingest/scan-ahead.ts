import { compareUtf8 } from '../../lib/bytes.ts';
import { LIMITS } from '../../model/limits.ts';
import type { FoundFile } from '../../model/raw-file.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning, WarningCode } from '../../model/warning.ts';
import { planScan } from '../scan/plan-scan.ts';
import type { IngestRun } from './ingest-run.ts';
import { findKnown, isCode, isSame } from './make-leaves.ts';

/** Results of a scan so far. */
export interface FoundFiles {
  readonly files: number;
  readonly bytes: number;
  readonly skips: readonly Skip[];
  listWarnings(): readonly Warning[];
  /** Whether there is much code to read. */
  readonly hasMuchCode: boolean;
  /** False while the scan runs, and after a cancel. */
  readonly isWhole: boolean;
  /** Waits for the first file; undefined for an empty source. */
  first(): Promise<FoundFile | undefined>;
  /** Yields the files in path order, once, and waits for more. Ends with the scan or a cancel; rejects with the scan's error. */
  take(): AsyncGenerator<FoundFile>;
}

/** Starts to scan the source, while its first files are read. */
export function scanAhead(run: IngestRun): FoundFiles {
  const { job, source } = run;
  const waiting: FoundFile[] = [];
  const skips: Skip[] = [];
  const scanWarnings = createWarningList(source.name);
  const planWarnings: Warning[] = [];
  let at = 0;
  let codeBytes = 0;
  let failure: unknown;
  let isOver = false;
  let wake = (): void => undefined;
  const found = {
    files: 0,
    bytes: 0,
    skips,
    listWarnings: () => [...scanWarnings.all(), ...planWarnings],
    get hasMuchCode() {
      return codeBytes > LIMITS.outlineAtOnceBytes;
    },
    isWhole: false,
    async first() {
      await hasNext();
      return waiting[0];
    },
    async *take() {
      while (await hasNext()) {
        yield waiting[at] as FoundFile;
        // Read, it can be collected.
        waiting[at++] = undefined as unknown as FoundFile;
      }
    },
  };

  async function hasNext(): Promise<boolean> {
    while (at === waiting.length && !isOver && !job.signal.aborted)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (failure !== undefined && !job.signal.aborted) throw failure;
    return at < waiting.length && !job.signal.aborted;
  }

  async function* list(): AsyncGenerator<FoundFile> {
    for await (const item of run.fileSource.scan({ ...run.scan, signal: job.signal })) {
      job.throwIfCancelled();
      if (item.type === 'skip') skips.push(item.skip);
      else if (item.type === 'warning') scanWarnings.add(item.warning);
      else {
        job.step({ found: 1, path: item.file.path });
        yield item.file;
      }
    }
  }

  async function scan(): Promise<void> {
    const planned = planScan(run.fileSource.isSorted ? list() : sort(list()), {
      maxTotalBytes: run.collection.settings.max_total_bytes,
      sha256: (bytes) => run.deps.kernel.sha256(bytes),
      onSkip: (skip) => skips.push(skip),
      onWarning: (warning) => planWarnings.push(warning),
    });
    for await (const file of planned) {
      waiting.push(file);
      found.files++;
      found.bytes += file.size;
      if (isCodeToRead(run, file)) codeBytes += file.size;
      wake();
    }
    found.isWhole = true;
    job.expect(found.files, found.bytes);
    job.phase('read');
  }

  job.phase('scan');
  job.signal.addEventListener('abort', () => wake());
  void scan()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isOver = true;
      wake();
    });
  return found;
}

async function* sort(files: AsyncIterable<FoundFile>): AsyncGenerator<FoundFile> {
  const all: FoundFile[] = [];
  for await (const file of files) all.push(file);
  yield* all.sort((a, b) => compareUtf8(a.path, b.path));
}

function isCodeToRead(run: IngestRun, file: FoundFile): boolean {
  if (!isCode(file.path)) return false;
  const known = findKnown(run, file);
  return known === undefined || !isSame(run, known, file);
}

/** Keeps a limited number of warnings of each kind, and counts the rest. */
function createWarningList(sourceName: string): {
  add(warning: Warning): void;
  all(): Warning[];
} {
  const kept: Warning[] = [];
  const counts = new Map<WarningCode, number>();
  const limit = LIMITS.maxScanWarnings;
  return {
    add(warning) {
      const count = (counts.get(warning.code) ?? 0) + 1;
      counts.set(warning.code, count);
      if (count <= limit) kept.push(warning);
    },
    all: () => [
      ...kept,
      ...[...counts]
        .filter(([, actual]) => actual > limit)
        .map(([code, actual]) => ({
          path: sourceName,
          code,
          message: `${actual - limit} more are not listed one by one.`,
          limit,
          actual,
        })),
    ],
  };
}
