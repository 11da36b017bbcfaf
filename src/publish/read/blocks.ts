import { ByteReader } from '../../lib/byte-reader.ts';
import { compareBytes } from '../../lib/bytes.ts';
import type { Span, SpanReader } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import { type BlockDirectory, GROUP_BLOCKS, PROOF_BYTES, toRoot } from '../format/block-directory.ts';
import { inflate } from '../format/index-part.ts';
import { BLOCK_BYTES, BLOCK_HASH_BYTES, type PublishedFile, READ_LIMITS } from '../format/layout.ts';
import { type CheckedSpan, MAX_KEPT_AT_ONCE, type VerifiedHost } from './verified-host.ts';

/**
 * Blocks of one file, each fetched, verified and decoded once. They stay until the collection is closed: callers rely on the blocks they prepared.
 */
export interface Blocks<T> {
  /** Fetches missing blocks; adjacent ones in one request. */
  prepare(indexes: Iterable<number>): Promise<void>;
  get(index: number): T;
}

interface BlocksOptions<T> {
  readonly host: VerifiedHost;
  readonly file: PublishedFile;
  readonly directory: BlockDirectory;
  /** Throws RangeError for bytes that no writer produces. */
  decode(stored: Uint8Array, index: number): T;
}

export function createBlocks<T>({ host, file, directory, decode }: BlocksOptions<T>): Blocks<T> {
  const { starts, hashes } = directory;
  const loaded = new Map<number, T>();
  const pending = new Map<number, Promise<void>>();

  function toChecked(index: number): CheckedSpan {
    const group = Math.floor(index / GROUP_BLOCKS);
    const root = hashes.subarray(group * BLOCK_HASH_BYTES, (group + 1) * BLOCK_HASH_BYTES);
    return {
      span: [starts[index] as number, starts[index + 1] as number],
      isRight: (bytes) => host.isSealed || compareBytes(toRoot(bytes, index % GROUP_BLOCKS, host.sha256), root) === 0,
    };
  }

  function put(index: number, proven: Uint8Array): void {
    const decoded = orDamaged(host, file, () => decode(host.isSealed ? proven : proven.subarray(PROOF_BYTES), index));
    loaded.set(index, decoded);
  }

  /** Loads blocks kept on this device since an earlier visit; returns the others. */
  async function loadKept(indexes: readonly number[]): Promise<readonly number[]> {
    if (indexes.length > MAX_KEPT_AT_ONCE) return indexes;
    const found = await Promise.all(indexes.map((index) => host.readKept(file, toChecked(index))));
    return indexes.filter((index, i) => {
      const proven = found[i];
      if (proven !== undefined) put(index, proven);
      return proven === undefined;
    });
  }

  async function fetchRun(run: readonly number[]): Promise<void> {
    const proven = await host.readRun(file, run.map(toChecked));
    run.forEach((index, i) => {
      put(index, proven[i] as Uint8Array);
    });
  }

  async function fetchMissing(indexes: readonly number[]): Promise<void> {
    await Promise.all(toRuns(await loadKept(indexes)).map(fetchRun));
  }

  return {
    async prepare(indexes) {
      const missing: number[] = [];
      const waits: Promise<void>[] = [];
      for (const index of new Set(indexes)) {
        if (loaded.has(index)) continue;
        const wait = pending.get(index);
        if (wait !== undefined) waits.push(wait);
        else missing.push(index);
      }
      if (missing.length > 0) {
        const fetching = fetchMissing(missing).finally(() => {
          for (const index of missing) pending.delete(index);
        });
        for (const index of missing) pending.set(index, fetching);
        waits.push(fetching);
      }
      await Promise.all(waits);
    },
    get(index) {
      const block = loaded.get(index);
      if (block === undefined) throw new Error('the block was not read');
      return block;
    },
  };
}

function toRuns(indexes: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === index - 1) run.push(index);
    else runs.push([index]);
  }
  return runs;
}

/** Reads a file that was cut into equal blocks, by its uncompressed offsets. */
export function createBlockReader(host: VerifiedHost, file: PublishedFile, directory: BlockDirectory): SpanReader {
  const { rawBytes } = directory;
  const blocks = createBlocks({
    host,
    file,
    directory,
    decode(stored, index) {
      const length = Math.min(BLOCK_BYTES, rawBytes - index * BLOCK_BYTES);
      return toRaw(stored, length);
    },
  });
  if (Math.ceil(rawBytes / BLOCK_BYTES) !== directory.starts.length - 1) throw host.toDamage(file.name);
  const toBlocks = ([start, end]: Span): number[] => {
    const first = Math.floor(start / BLOCK_BYTES);
    return Array.from({ length: Math.max(0, Math.ceil(end / BLOCK_BYTES) - first) }, (_, i) => first + i);
  };
  return {
    length: rawBytes,
    async readSpans(spans, put) {
      for (const [, end] of spans) if (end > rawBytes) throw host.toDamage(file.name);
      await blocks.prepare(spans.flatMap(toBlocks));
      for (const span of spans) {
        const [start, end] = span;
        for (const index of toBlocks(span)) {
          const at = index * BLOCK_BYTES;
          const from = Math.max(start, at);
          put(blocks.get(index).subarray(from - at, Math.min(end - at, BLOCK_BYTES)), from);
        }
      }
    },
  };
}

/** Opens a block that begins with its size. */
export function openSizedBlock(stored: Uint8Array): Uint8Array {
  const body = new ByteReader(stored);
  const rawBytes = body.uint();
  if (rawBytes > READ_LIMITS.blockBytes) throw new RangeError('bad block');
  const packed = stored.subarray(body.at);
  return toRaw(packed, rawBytes);
}

/** Padding follows both forms; deflate marks its own end. */
function toRaw(stored: Uint8Array, rawBytes: number): Uint8Array {
  return stored.length < rawBytes ? inflate(stored, rawBytes) : stored.subarray(0, rawBytes);
}

/** The bytes were verified before: undecodable bytes were written wrong, and are reported as damage. */
export function orDamaged<T>(host: Pick<VerifiedHost, 'toDamage'>, file: PublishedFile, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw host.toDamage(file.name);
  }
}
