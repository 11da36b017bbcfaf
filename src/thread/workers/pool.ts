import { type Remote, transfer, wrap } from 'comlink';
import type { FileTask, LeafMaker } from '../../engine/deps.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import { type Colours, NO_COLOURS } from '../../model/outputs/colours.ts';
import type { IngestService } from '../wire/protocol.ts';
import { createOpenCalls, type OpenCalls } from '../wire/remote-service.ts';

export interface IngestPool extends LeafMaker {
  add(index: number, port: MessagePort): void;
  /** Reports that a worker is gone or never started; its open tasks fail with `thread/worker-died`. */
  fail(index: number, reason: string): void;
}

export interface PoolOptions extends MemberOptions {
  readonly local: LeafMaker;
}

/**
 * Creates a pool whose ingest workers make leaves; they are requested with the first task. If none is available, the engine's own thread makes the
 * leaves: slower, the same bytes [E2].
 */
export function createPool({ local, ...options }: PoolOptions): IngestPool {
  const members = new PoolMembers(options);
  return {
    get workers() {
      return members.count;
    },
    make: (tasks, signal) =>
      members.call<Made>(
        (member) => makeIn(member, tasks),
        () => local.make(tasks),
        { signal, canWait: tasks.length === 1 && tasks[0]?.canWait === true },
      ),
    findColours: (language, text) =>
      members.call(
        ({ remote }) => remote.findColours(language, text) as Promise<Colours>,
        async () => (await local.findColours?.(language, text)) ?? NO_COLOURS,
        { needsOne: true },
      ),
    add: (index, port) => members.add(index, port),
    fail: (index, reason) => members.fail(index, reason),
  };
}

type Made = Awaited<ReturnType<LeafMaker['make']>>;

async function makeIn(member: PoolMember, tasks: readonly FileTask[]): Promise<Made> {
  const made = (await member.remote.make(...toMessage(tasks))) as Made;
  if (made.some((one) => 'leaf' in one && one.incomplete === 'reader-missing')) member.lacksReader = true;
  return made;
}

/** Transfers bytes instead of copying them; transferring a view would transfer its whole buffer. */
function toMessage(tasks: readonly FileTask[]): [FileTask[]] {
  const buffers: Transferable[] = [];
  const sent = tasks.map((task) => {
    const bytes = task.bytes.byteLength === task.bytes.buffer.byteLength ? task.bytes : task.bytes.slice();
    buffers.push(bytes.buffer);
    return { ...task, bytes };
  });
  return [transfer(sent, buffers)];
}

/** Two per worker: the next task is already there when one is done. A batch of files is one task. */
const TASKS_AT_ONCE = 2;

/** A worker still busy this long after its job was cancelled is terminated: the job must end within two seconds. */
const CANCEL_MS = 1_200;
/** A worker that is silent for longer hangs: readers give up sooner. */
const SILENT_MS = LIMITS.readerMs + 10_000;
/** After this long, others stop waiting for a file that can be read later. */
const SLOW_MS = 5_000;

interface PoolMember {
  readonly index: number;
  readonly remote: Remote<IngestService>;
  readonly calls: OpenCalls;
  busy: number;
  /** A reader could not be loaded. Firefox does not retry the import of a module in the same worker. */
  lacksReader: boolean;
  dead: boolean;
  /** Time of its last answer. */
  answeredMs: number;
}

interface MemberOptions {
  readonly size: number;
  readonly askForWorkers: () => void;
  /** Ends the worker, if it still exists, and adds another. */
  readonly renewWorker: (index: number) => void;
  readonly cancelMs?: number;
  readonly silentMs?: number;
  readonly slowMs?: number;
}

interface CallOptions extends AskOptions {
  /** True for one small task: if no worker has started yet, one is enough. */
  readonly needsOne?: boolean;
}

interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** The worker may be terminated if it is slow and others wait for it. */
  readonly canWait?: boolean;
}

/** The workers of a pool, by index: which are free or failed, and the calls that wait for one. */
class PoolMembers {
  readonly #options: MemberOptions;
  readonly #members = new Map<number, PoolMember>();
  readonly #failed = new Set<number>();
  readonly #waiting: ((member: PoolMember | undefined) => void)[] = [];
  #isAsked = false;
  #isOneAsked = false;

  constructor(options: MemberOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#options.size - this.#failed.size;
  }

  /** Calls a free worker, or `local` if none is available. */
  async call<T>(
    work: (member: PoolMember) => Promise<T>,
    local: () => Promise<T>,
    { needsOne = false, ...options }: CallOptions = {},
  ): Promise<T> {
    if (needsOne && !this.#isAsked) this.#wakeOne();
    else this.#wake();
    const member = await this.#acquireLiving();
    if (member === undefined) return local();
    try {
      return await this.#ask(member, work, options);
    } finally {
      member.busy--;
      this.#serveWaiting();
      if (member.lacksReader && member.busy === 0) this.#giveUp(member, 'a reader could not be loaded in it');
    }
  }

  /** Requests workers if that was not done yet. */
  #wake(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#options.askForWorkers();
  }

  add(index: number, port: MessagePort): void {
    this.#failed.delete(index);
    this.#members.set(index, {
      index,
      remote: wrap<IngestService>(port),
      calls: createOpenCalls(),
      busy: 0,
      lacksReader: false,
      dead: false,
      answeredMs: 0,
    });
    this.#serveWaiting();
  }

  fail(index: number, reason: string): void {
    this.#failed.add(index);
    const member = this.#members.get(index);
    this.#members.delete(index);
    if (member) {
      member.dead = true;
      member.calls.failAll(new AppError('thread/worker-died', `an ingest worker ended: ${reason}`, { reason }));
    }
    // The single worker that was requested did not start: the waiting calls need another.
    if (this.#waiting.length > 0) this.#wake();
    this.#serveWaiting();
  }

  async #ask<T>(
    member: PoolMember,
    work: (member: PoolMember) => Promise<T>,
    { signal, canWait = false }: AskOptions,
  ): Promise<T> {
    // A worker that died between two calls would never answer.
    if (member.dead) throw new AppError('thread/worker-died', 'an ingest worker ended', {});
    const unwatch = this.#watch(member, { canWait, signal });
    try {
      return await member.calls.track(work(member));
    } catch (error) {
      if (isAppError(error) && error.code === 'thread/worker-died') this.#giveUp(member, 'a reader failed in it');
      throw error;
    } finally {
      member.answeredMs = performance.now();
      unwatch();
    }
  }

  /** Terminates a worker that does not answer; another worker reads its files. */
  #watch(member: PoolMember, { canWait, signal }: Pick<AskOptions, 'canWait' | 'signal'>): () => void {
    const { cancelMs = CANCEL_MS, silentMs = SILENT_MS, slowMs = SLOW_MS } = this.#options;
    const startedMs = performance.now();
    const check = (): void => {
      const silentForMs = performance.now() - Math.max(startedMs, member.answeredMs);
      const isAwaited = member.busy > 1 || this.#waiting.length > 0;
      if (silentForMs >= silentMs) this.#giveUp(member, 'it was silent for too long');
      else if (canWait && isAwaited && silentForMs >= slowMs) this.#giveUp(member, 'a slow file held others back');
    };
    const timer = setInterval(check, Math.min(slowMs, silentMs) / 2);
    let stopping: ReturnType<typeof setTimeout> | undefined;
    const hurry = () => {
      stopping = setTimeout(() => this.#giveUp(member, 'it did not stop'), cancelMs);
    };
    if (signal?.aborted) hurry();
    else signal?.addEventListener('abort', hurry);
    return () => {
      clearInterval(timer);
      clearTimeout(stopping);
      signal?.removeEventListener('abort', hurry);
    };
  }

  #giveUp(member: PoolMember, reason: string): void {
    if (member.dead) return;
    member.dead = true;
    this.#members.delete(member.index);
    this.#options.renewWorker(member.index);
    member.calls.failAll(new AppError('thread/worker-died', `an ingest worker was ended: ${reason}`, { reason }));
  }

  #wakeOne(): void {
    if (this.#isOneAsked) return;
    this.#isOneAsked = true;
    this.#options.renewWorker(0);
  }

  async #acquireLiving(): Promise<PoolMember | undefined> {
    let member = await this.#acquire();
    while (member?.dead) member = await this.#acquire();
    return member;
  }

  #acquire(): Promise<PoolMember | undefined> {
    const free = this.#takeFree();
    if (free || this.#isHopeless()) return Promise.resolve(free);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0) {
      const free = this.#takeFree();
      if (!free && !this.#isHopeless()) return;
      this.#waiting.shift()?.(free);
    }
  }

  /** Takes the worker with the fewest open tasks. */
  #takeFree(): PoolMember | undefined {
    let free: PoolMember | undefined;
    for (const member of this.#members.values()) {
      if (member.busy >= TASKS_AT_ONCE) continue;
      if (free === undefined || member.busy < free.busy) free = member;
    }
    if (free) free.busy++;
    return free;
  }

  #isHopeless(): boolean {
    return this.count <= 0;
  }
}
