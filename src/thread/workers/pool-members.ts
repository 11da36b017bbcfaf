import { type Remote, wrap } from 'comlink';
import { AppError } from '../../model/app-error.ts';
import { createPlaceSender, type PlaceSender } from '../wire/file-places.ts';
import type { IngestService } from '../wire/ingest-service.ts';
import { createOpenCalls, type OpenCalls } from '../wire/open-calls.ts';

/** Two per worker: the next task is already there when one is done. A batch of files is one task. */
const TASKS_AT_ONCE = 2;
/** A worker that was given this many files is replaced: its heap has grown by tens of megabytes, and V8 gives them back only with the worker. */
const TASKS_PER_WORKER = 10_000;
/** A worker that was given fewer is kept for the next file: starting another takes longer than that file. */
const TASKS_WORTH_ENDING = 2_000;

/** A worker that is still busy so long after its job was cancelled is ended: the job has to be over within two seconds. */
const CANCEL_MS = 1_200;
/** One that does not answer for so long hangs: a batch of files takes a second. */
const SILENT_MS = 30_000;

export interface PoolMember {
  readonly index: number;
  readonly remote: Remote<IngestService>;
  readonly places: PlaceSender;
  readonly calls: OpenCalls;
  busy: number;
  /** Those who ask it several times and cannot go on with another. */
  holders: number;
  /** Files it was given. */
  given: number;
  dead: boolean;
  /** Until then one of its tasks may take: others in the same worker wait for it. */
  patientUntilMs: number;
}

export interface MemberOptions {
  readonly size: number;
  readonly askForWorkers: () => void;
  /** Ends the worker, if it is still there, and adds another in its place. */
  readonly renewWorker: (index: number) => void;
  readonly endWorker: (index: number) => void;
  readonly tasksPerWorker?: number;
  readonly cancelMs?: number;
  readonly silentMs?: number;
}

export interface CallOptions extends AskOptions {
  /** How many files the call is about. */
  readonly files?: number;
  /** One small task: where no worker was started yet, one is enough. */
  readonly needsOne?: boolean;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** How many times the usual silence it may take. */
  readonly patience?: number;
  /** Whether the worker may be silent for as long as it likes. */
  readonly isLong?: boolean;
}

/** One worker for several questions. It takes no place from tasks: they and the questions are answered in turn. */
export interface HeldMember {
  ask<T>(work: (member: PoolMember) => Promise<T>, options?: AskOptions): Promise<T>;
  /** Once, when nothing more is asked. */
  release(): void;
}

/** The workers of a pool, by index: which are free, spent, resting or failed, and who waits for one. */
export class PoolMembers {
  readonly #options: MemberOptions;
  readonly #members = new Map<number, PoolMember>();
  readonly #failed = new Set<number>();
  readonly #resting = new Set<number>();
  readonly #ending = new Map<number, () => void>();
  readonly #waiting: ((member: PoolMember | undefined) => void)[] = [];
  #isAsked = false;
  #isOneAsked = false;

  constructor(options: MemberOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#options.size - this.#failed.size;
  }

  /** Whether one is there, however busy. */
  get isAnyReady(): boolean {
    return this.#members.size > 0;
  }

  /** Asks a free worker, or calls `local` where none can be had. */
  async call<T>(
    work: (member: PoolMember) => Promise<T>,
    local: () => Promise<T>,
    { files = 1, needsOne = false, ...options }: CallOptions = {},
  ): Promise<T> {
    if (needsOne && !this.#isAsked) this.#wakeOne();
    else this.wake();
    const member = await this.#acquireLiving();
    if (member === undefined) return local();
    member.given += files - 1;
    try {
      return await this.#ask(member, work, options);
    } finally {
      member.busy--;
      this.#serveWaiting();
    }
  }

  /** Undefined where no worker can be had. */
  async hold(): Promise<HeldMember | undefined> {
    this.wake();
    const member = await this.#acquireLiving();
    if (member === undefined) return undefined;
    member.holders++;
    member.busy--;
    this.#serveWaiting();
    return {
      ask: (work, options = {}) => this.#ask(member, work, options),
      release: () => {
        member.holders--;
        this.#serveWaiting();
      },
    };
  }

  /** Asks for workers, if that was not done yet, and for those that rest. */
  wake(): void {
    if (!this.#isAsked) {
      this.#isAsked = true;
      this.#options.askForWorkers();
    }
    for (const index of this.#resting) this.#options.renewWorker(index);
    this.#resting.clear();
  }

  /** Ends idle workers that have done much; the next call starts others. */
  async rest(): Promise<void> {
    const spent = [...this.#members].filter(([, member]) => isIdle(member) && member.given >= TASKS_WORTH_ENDING);
    for (const [index] of spent) {
      this.#members.delete(index);
      this.#resting.add(index);
    }
    await Promise.all(spent.map(([index]) => this.#end(index)));
  }

  add(index: number, port: MessagePort): void {
    this.#failed.delete(index);
    this.#members.set(index, {
      index,
      remote: wrap<IngestService>(port),
      places: createPlaceSender(),
      calls: createOpenCalls(),
      busy: 0,
      holders: 0,
      given: 0,
      dead: false,
      patientUntilMs: 0,
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
    // The one that was asked for alone did not come: whoever waits for it needs another.
    if (this.#waiting.length > 0) this.wake();
    this.#serveWaiting();
  }

  ended(index: number): void {
    this.#ending.get(index)?.();
    this.#ending.delete(index);
  }

  async #ask<T>(
    member: PoolMember,
    work: (member: PoolMember) => Promise<T>,
    { signal, patience = 1, isLong = false }: AskOptions,
  ): Promise<T> {
    // One that died between two questions would never answer.
    if (member.dead) throw new AppError('thread/worker-died', 'an ingest worker ended', {});
    const unwatch = isLong ? undefined : this.#watch(member, patience, signal);
    try {
      return await member.calls.track(work(member));
    } finally {
      unwatch?.();
    }
  }

  /** Ends a worker that does not answer; its files are read by another. */
  #watch(member: PoolMember, patience: number, signal: AbortSignal | undefined): () => void {
    const { cancelMs = CANCEL_MS, silentMs = SILENT_MS } = this.#options;
    member.patientUntilMs = Math.max(member.patientUntilMs, performance.now() + silentMs * patience);
    const check = (): void => {
      const leftMs = member.patientUntilMs - performance.now();
      if (leftMs > 0) timer = setTimeout(check, leftMs);
      else this.#giveUp(member, 'it was silent for too long');
    };
    let timer = setTimeout(check, silentMs * patience);
    const hurry = () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#giveUp(member, 'it did not stop'), cancelMs);
    };
    if (signal?.aborted) hurry();
    else signal?.addEventListener('abort', hurry);
    return () => {
      clearTimeout(timer);
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
    this.#renewSpent();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0) {
      const free = this.#takeFree();
      if (!free && !this.#isHopeless()) {
        this.#renewSpent();
        return;
      }
      this.#waiting.shift()?.(free);
    }
  }

  /** The one with the least to do. */
  #takeFree(): PoolMember | undefined {
    let free: PoolMember | undefined;
    for (const member of this.#members.values()) {
      if (member.busy >= TASKS_AT_ONCE || this.#isSpent(member)) continue;
      if (free === undefined || member.busy + member.holders < free.busy + free.holders) free = member;
    }
    if (free) {
      free.busy++;
      free.given++;
    }
    return free;
  }

  /** Called only when there is more to do. Replaces spent workers whose tasks are done. */
  #renewSpent(): void {
    for (const [index, member] of this.#members) {
      if (!this.#isSpent(member) || !isIdle(member)) continue;
      this.#members.delete(index);
      this.#options.renewWorker(index);
    }
  }

  #end(index: number): Promise<void> {
    return new Promise((resolve) => {
      this.#ending.set(index, resolve);
      this.#options.endWorker(index);
    });
  }

  #isHopeless(): boolean {
    return this.count <= 0;
  }

  #isSpent(member: PoolMember): boolean {
    return member.given >= (this.#options.tasksPerWorker ?? TASKS_PER_WORKER);
  }
}

function isIdle({ busy, holders }: PoolMember): boolean {
  return busy === 0 && holders === 0;
}
