import { proxy, transfer } from 'comlink';
import type { FileTask, FolderScanner, LeafResult, LeafTask, ReadingLeafMaker, Settled } from '../../engine/deps.ts';
import { scanFolder } from '../../engine/scan/scan-folder.ts';
import { createByteWriter } from '../../lib/byte-writer.ts';
import { createGcCounter } from '../../lib/memory.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { findDocumentFormat } from '../../model/kind.ts';
import { type Colours, NO_COLOURS } from '../../model/outputs/colours.ts';
import type { EntryDeflater } from '../../zip/entry-deflater.ts';
import type { PlaceSender } from '../wire/file-places.ts';
import type { SentBatch, SentFile } from '../wire/ingest-service.ts';
import { unpackOutcomes } from '../wire/outcome-wire.ts';
import { createPoolDeflater } from './pool-deflater.ts';
import { type MemberOptions, PoolMembers } from './pool-members.ts';

/** Bytes received in messages are freed by a full GC only, so one is triggered after this many. */
const MAX_RECEIVED_BYTES = 2_000_000;

export interface IngestPool extends ReadingLeafMaker, FolderScanner {
  readonly deflater: EntryDeflater;
  add(index: number, port: MessagePort): void;
  /** The worker with this index is gone or never came; its open tasks fail with `thread/worker-died`. */
  fail(index: number, reason: string): void;
  /** The worker that `endWorker` was called for is gone. */
  ended(index: number): void;
}

export interface PoolOptions extends MemberOptions {
  readonly local: ReadingLeafMaker;
  /** For so long an export waits for a worker. */
  readonly answerMs?: number;
}

/**
 * Leaves made by ingest workers, which are asked for at the first task. Where none can be had the engine's own thread makes them: slower,
 * the same bytes [E2].
 */
export function createPool({ local, answerMs, ...options }: PoolOptions): IngestPool {
  const members = new PoolMembers(options);
  const countGarbage = createGcCounter(MAX_RECEIVED_BYTES);
  return {
    get workers() {
      return members.count;
    },
    deflater: createPoolDeflater(members, { answerMs, countGarbage }),
    make: (task, signal) =>
      members.call(
        ({ remote }) => remote.make(giveAway(task)) as Promise<LeafResult>,
        () => local.make(task),
        { signal, patience: toPatience([{ path: task.path, size: task.bytes.length }]) },
      ),
    makeAll: (tasks, signal) =>
      members.call<Iterable<Settled>>(
        async ({ remote, places }) => {
          const batch = toBatch(tasks, places);
          const packed = (await remote.makeBatch(transfer(batch, [batch.ahead.buffer]))) as Uint8Array;
          countGarbage(packed.length);
          return unpackOutcomes(packed);
        },
        () => local.makeAll(tasks),
        { files: tasks.length, signal, patience: toPatience(tasks) },
      ),
    findColours: (language, text) =>
      members.call(
        ({ remote }) => remote.findColours(language, text) as Promise<Colours>,
        async () => (await local.findColours?.(language, text)) ?? NO_COLOURS,
        { needsOne: true },
      ),
    rest: () => members.rest(),
    async scanFolder(folder, rules, take) {
      const scanned = await members.call(
        async (member) => {
          const end = await member.remote.scanFolder(folder, rules, proxy(take));
          member.given += end.files;
          return end;
        },
        () => scanFolder(folder, rules, take),
        { isLong: true },
      );
      await members.rest();
      return scanned;
    },
    add: (index, port) => members.add(index, port),
    fail: (index, reason) => members.fail(index, reason),
    ended: (index) => members.ended(index),
  };
}

/** A large document takes minutes: a second for each ten pages. */
function toPatience(files: readonly Pick<FileTask, 'path' | 'size'>[]): number {
  const documents = files.filter(({ path }) => findDocumentFormat(path) !== undefined);
  const bytes = documents.reduce((sum, { size }) => sum + size, 0);
  return Math.min(1 + bytes / 1_000_000, MAX_PATIENCE);
}

const MAX_PATIENCE = 20;

function toBatch(tasks: readonly FileTask[], places: PlaceSender): SentBatch {
  const { settings, maxBytes } = tasks[0] as FileTask;
  const out = createByteWriter(tasks.length * 64);
  const files = tasks.map(({ path, size, from, knownHash, meta, outlineLater }) => {
    if ('bytes' in from) out.part(from.bytes, from.start, from.end);
    const file: Mutable<SentFile> = {
      path,
      size,
      from: 'bytes' in from ? from.end - from.start : places.send(from),
    };
    if (knownHash !== undefined) file.knownHash = knownHash;
    if (meta !== undefined) file.meta = meta;
    if (outlineLater) file.outlineLater = true;
    return file;
  });
  return { settings, maxBytes, files, ahead: out.finish() };
}

function giveAway(task: LeafTask): LeafTask {
  const { bytes } = task;
  // A view into a larger buffer must not take the rest of it along.
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  return transfer({ ...task, bytes: own }, [own.buffer as ArrayBuffer]);
}
