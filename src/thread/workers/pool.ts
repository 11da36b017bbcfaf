import { proxy, transfer } from 'comlink';
import type { FileTask, FolderScanner, LeafResult, LeafTask, ReadingLeafMaker, Settled } from '../../engine/deps.ts';
import { scanFolder } from '../../engine/scan/scan-folder.ts';
import { createByteWriter } from '../../lib/byte-writer.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { AppError } from '../../model/app-error.ts';
import { type Colours, NO_COLOURS } from '../../model/outputs/colours.ts';
import type { PlaceSender } from '../wire/file-places.ts';
import type { SentBatch, SentFile } from '../wire/ingest-service.ts';
import { unpackOutcomes } from '../wire/outcome-wire.ts';
import { type MemberOptions, type PoolMember, PoolMembers } from './pool-members.ts';

export interface IngestPool extends ReadingLeafMaker, FolderScanner {
  add(index: number, port: MessagePort): void;
  /** Reports that a worker is gone or never started; its open tasks fail with `thread/worker-died`. */
  fail(index: number, reason: string): void;
  /** Reports that the worker passed to `endWorker` is gone. */
  ended(index: number): void;
}

export interface PoolOptions extends MemberOptions {
  readonly local: ReadingLeafMaker;
}

/**
 * Creates a pool whose ingest workers make leaves; they are requested with the first task. If none is available, the engine's own thread makes the
 * leaves: slower, the same bytes [E2].
 */
export function createPool({ local, ...options }: PoolOptions): IngestPool {
  const members = new PoolMembers(options);
  const send = async (member: PoolMember, batch: SentBatch): Promise<Iterable<Settled>> => {
    const packed = (await member.remote.makeBatch(transfer(batch, [batch.ahead.buffer]))) as Uint8Array;
    return noteMissingReaders(member, unpackOutcomes(packed));
  };
  return {
    get workers() {
      return members.count;
    },
    make: (task, signal) =>
      members.call(
        async (member) => getResult([...(await send(member, toBatchOfOne(task)))][0] as Settled),
        () => local.make(task),
        { signal, canWait: task.canWait === true },
      ),
    makeAll: (tasks, signal) =>
      members.call<Iterable<Settled>>(
        (member) => send(member, toBatch(tasks, member.places)),
        () => local.makeAll(tasks),
        { files: tasks.length, signal, canWait: tasks.length === 1 && tasks[0]?.canWait === true },
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

function* noteMissingReaders(member: PoolMember, outcomes: Iterable<Settled>): Generator<Settled> {
  for (const settled of outcomes) {
    const isMade = 'outcome' in settled && settled.outcome.type === 'made';
    if (isMade && settled.outcome.result.incomplete === 'reader-missing') member.lacksReader = true;
    yield settled;
  }
}

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

function toBatchOfOne({ bytes, settings, canWait: _, ...task }: LeafTask): SentBatch {
  // Transferring a view would transfer its whole buffer.
  const ahead = (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()) as Uint8Array<ArrayBuffer>;
  const size = bytes.length;
  return { settings, maxBytes: Number.MAX_SAFE_INTEGER, files: [{ ...task, size, from: size }], ahead };
}

function getResult(settled: Settled): LeafResult {
  if ('error' in settled) throw settled.error;
  if (settled.outcome.type !== 'made') throw new AppError('app/unexpected', 'a worker made nothing of a file');
  return settled.outcome.result;
}
