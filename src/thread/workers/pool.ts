import { type ProxyMarked, proxy, type Remote, transfer, wrap } from 'comlink';
import type {
  FileTask,
  FolderScanner,
  LeafResult,
  LeafTask,
  ReadingLeafMaker,
  ScanEnd,
  ScanRules,
  Settled,
  TakeBatch,
} from '../../engine/deps.ts';
import { scanFolder } from '../../engine/scan/scan-folder.ts';
import { createByteWriter } from '../../lib/byte-writer.ts';
import { createGcCounter } from '../../lib/memory.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { AppError } from '../../model/app-error.ts';
import { createOpenCalls, type OpenCalls } from '../page/open-calls.ts';
import { createPlaceSender, type PlaceSender, type SentPlace } from '../wire/file-places.ts';
import { unpackOutcomes } from '../wire/outcome-wire.ts';

/** Two per worker: the next one is already there when one is done. A batch of files is one. */
const TASKS_PER_WORKER = 2;
/** Then a worker is replaced: the room for young objects that its engine has grown is never given back otherwise, tens of megabytes. */
const TASKS_A_LIFE = 10_000;
/** One that has done less is kept for the next file: starting another takes longer than that file. */
const TASKS_WORTH_ENDING = 2_000;

/** Bytes received in messages are freed by a full GC only, so one is triggered after this many. */
const MAX_RECEIVED_BYTES = 2_000_000;

export interface IngestPool extends ReadingLeafMaker, FolderScanner {
  add(index: number, port: MessagePort): void;
  /** The worker with this index is gone or never came; its open tasks fail with `thread/worker-died`. */
  fail(index: number, reason: string): void;
  /** The worker that `endWorker` was called for is gone. */
  ended(index: number): void;
}

/** The ingest worker's side of the wire. */
export interface IngestService {
  make(task: LeafTask): Promise<LeafResult>;
  /** Answers what `unpackOutcomes` reads. */
  makeBatch(batch: SentBatch): Promise<Uint8Array>;
  scanFolder(
    folder: FileSystemDirectoryHandle,
    rules: ScanRules,
    take: Remote<TakeBatch & ProxyMarked>,
  ): Promise<ScanEnd>;
}

export interface SentBatch extends Pick<FileTask, 'settings' | 'maxBytes'> {
  readonly files: readonly SentFile[];
  /** What was read with the scan, one file behind the other. */
  readonly ahead: Uint8Array<ArrayBuffer>;
}

export interface SentFile extends Omit<FileTask, 'from' | 'settings' | 'maxBytes'> {
  /** Its place, or how many of the bytes ahead are its own. */
  readonly from: SentPlace | number;
}

interface Member {
  readonly remote: Remote<IngestService>;
  readonly places: PlaceSender;
  readonly calls: OpenCalls;
  busy: number;
  /** Tasks it was given. */
  given: number;
  dead: boolean;
}

export interface PoolOptions {
  readonly size: number;
  readonly askForWorkers: () => void;
  /** Ends the worker, if it is still there, and adds another in its place. */
  readonly renewWorker: (index: number) => void;
  readonly endWorker: (index: number) => void;
  readonly tasksALife?: number;
  readonly local: ReadingLeafMaker;
}

/**
 * Leaves made by ingest workers, which are asked for at the first task. Where none can be had the engine's own thread makes them: slower,
 * the same bytes [E2].
 */
export function createPool(options: PoolOptions): IngestPool {
  const members = new Map<number, Member>();
  const failed = new Set<number>();
  const resting = new Set<number>();
  const ending = new Map<number, () => void>();
  const waiting: ((member: Member | undefined) => void)[] = [];
  let asked = false;

  const countWorkers = () => options.size - failed.size;
  const isHopeless = () => countWorkers() <= 0;
  const isSpent = (member: Member) => member.given >= (options.tasksALife ?? TASKS_A_LIFE);
  const takeFree = () => {
    const free = [...members.values()].find((member) => member.busy < TASKS_PER_WORKER && !isSpent(member));
    if (free) {
      free.busy++;
      free.given++;
    }
    return free;
  };
  /** Only when there is more to do, and what it was given is done. */
  const renewSpent = () => {
    for (const [index, member] of members) {
      if (!isSpent(member) || member.busy > 0) continue;
      members.delete(index);
      options.renewWorker(index);
    }
  };
  const acquire = () => {
    const free = takeFree();
    if (free || isHopeless()) return Promise.resolve(free);
    renewSpent();
    return new Promise<Member | undefined>((resolve) => waiting.push(resolve));
  };
  const wakeNext = () => {
    while (waiting.length > 0) {
      const free = takeFree();
      if (!free && !isHopeless()) return renewSpent();
      waiting.shift()?.(free);
    }
  };
  /** A free worker is asked, or else this thread. `files`: how many it is about. */
  async function call<T>(ask: (member: Member) => Promise<T>, here: () => Promise<T>, files = 1): Promise<T> {
    if (!asked) {
      asked = true;
      options.askForWorkers();
    }
    for (const index of resting) options.renewWorker(index);
    resting.clear();
    let member = await acquire();
    while (member?.dead) member = await acquire();
    if (member === undefined) return here();
    member.given += files - 1;
    try {
      return await member.calls.track(ask(member));
    } finally {
      member.busy--;
      wakeNext();
    }
  }

  function end(index: number): Promise<void> {
    return new Promise((resolve) => {
      ending.set(index, resolve);
      options.endWorker(index);
    });
  }

  async function rest(): Promise<void> {
    const spent = [...members].filter(([, { busy, given }]) => busy === 0 && given >= TASKS_WORTH_ENDING);
    for (const [index] of spent) {
      members.delete(index);
      resting.add(index);
    }
    await Promise.all(spent.map(([index]) => end(index)));
  }

  const countGarbage = createGcCounter(MAX_RECEIVED_BYTES);
  return {
    get workers() {
      return countWorkers();
    },
    make: (task) =>
      call(
        ({ remote }) => remote.make(giveAway(task)) as Promise<LeafResult>,
        () => options.local.make(task),
      ),
    makeAll: (tasks) =>
      call<Iterable<Settled>>(
        async ({ remote, places }) => {
          const batch = toBatch(tasks, places);
          const packed = (await remote.makeBatch(transfer(batch, [batch.ahead.buffer]))) as Uint8Array;
          countGarbage(packed.length);
          return unpackOutcomes(packed);
        },
        () => options.local.makeAll(tasks),
        tasks.length,
      ),
    rest,
    async scanFolder(folder, rules, take) {
      const scanned = await call(
        async (member) => {
          const end = await member.remote.scanFolder(folder, rules, proxy(take));
          member.given += end.files;
          return end;
        },
        () => scanFolder(folder, rules, take),
      );
      await rest();
      return scanned;
    },
    add(index, port) {
      failed.delete(index);
      members.set(index, {
        remote: wrap<IngestService>(port),
        places: createPlaceSender(),
        calls: createOpenCalls(),
        busy: 0,
        given: 0,
        dead: false,
      });
      wakeNext();
    },
    fail(index, reason) {
      failed.add(index);
      const member = members.get(index);
      members.delete(index);
      if (member) {
        member.dead = true;
        member.calls.failAll(new AppError('thread/worker-died', `an ingest worker ended: ${reason}`, { reason }));
      }
      wakeNext();
    },
    ended(index) {
      ending.get(index)?.();
      ending.delete(index);
    },
  };
}

function toBatch(tasks: readonly FileTask[], places: PlaceSender): SentBatch {
  const { settings, maxBytes } = tasks[0] as FileTask;
  const out = createByteWriter(tasks.length * 64);
  const files = tasks.map(({ path, size, from, knownHash, meta }) => {
    if ('bytes' in from) out.part(from.bytes, from.start, from.end);
    const file: Mutable<SentFile> = {
      path,
      size,
      from: 'bytes' in from ? from.end - from.start : places.send(from),
    };
    if (knownHash !== undefined) file.knownHash = knownHash;
    if (meta !== undefined) file.meta = meta;
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
