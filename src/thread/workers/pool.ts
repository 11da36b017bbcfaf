import { transfer } from 'comlink';
import type { FileTask, LeafMaker } from '../../engine/deps.ts';
import { type Colours, NO_COLOURS } from '../../model/outputs/colours.ts';
import { type MemberOptions, type PoolMember, PoolMembers } from './pool-members.ts';

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
