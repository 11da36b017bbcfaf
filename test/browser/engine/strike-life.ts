import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildKernel } from '../../../scripts/build-kernel.mjs';
import type { CommitStep } from '../../../src/store/store-deps.ts';
import { type BundledPage, bundlePage } from '../../support/bundle-page.ts';
import { type Killable, openKillable } from './killable-browser.ts';
import type { LifePage } from './page/life.ts';
import type { Found } from './page/life-check.ts';
import type { LifeCalls, LifeEvent, Operation } from './page/life-worker.ts';

type WithLife = { lifePage: LifePage };
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const STEPS: readonly CommitStep[] = [
  'after-bundle',
  'after-flush',
  'before-pointer',
  'after-pointer',
  'in-sweep',
];

/** One profile that is hit again and again, and the last state that was promised to it. */
export interface LifeTarget {
  readonly profile: string;
  readonly url: string;
  readonly backend: 'opfs' | 'idb';
  readonly browserName?: 'chromium' | 'firefox';
  /** The states that the next start may find. */
  expected: { readonly states: readonly number[]; readonly generation?: number };
}

export async function bundleLifePage(): Promise<BundledPage> {
  const wasm = await readFile((await buildKernel()).simd);
  return bundlePage({
    entry: here('./page/life.ts'),
    worker: here('./page/life-worker.ts'),
    data: { '/kernel.wasm': wasm },
  });
}

/** Every start first checks the result of the last kill, then is killed itself: `problems` belong to the kill before. */
export interface Strike {
  readonly problems: readonly string[];
  /** Where it struck: the operation and the last step of a commit it had passed. */
  readonly place: string;
}

export async function strikeOperation(
  target: LifeTarget,
  blow: { operation: Operation; step: CommitStep; what: 'browser' | 'renderer' },
): Promise<Strike> {
  const browser = await openLife(target);
  const { state, generation, problems } = await checkState(target, browser);
  const failed = listenForFailure(call(browser, 'hangAt', blow.operation, blow.step));
  await waitFor(browser, failed, (events) => events.some(({ reached }) => reached === blow.step));
  await end(browser, blow.what);
  const isPast = blow.step === 'after-pointer' || blow.step === 'in-sweep';
  const hasMoved = isPast && blow.operation !== 'delete';
  // The first commit of a slow machine is a checkpoint, which may not have come to `state.txt`.
  target.expected = { generation: generation + (hasMoved ? 1 : 0), states: hasMoved ? [state, state + 1] : [state] };
  return { problems, place: `${blow.operation}, held at ${blow.step}` };
}

export async function strikeLife(
  target: LifeTarget,
  blow: { seed: number; delayMs: number; what: 'browser' | 'renderer' },
): Promise<Strike> {
  const browser = await openLife(target);
  const { state, problems } = await checkState(target, browser);
  const failed = listenForFailure(call(browser, 'live', blow.seed));
  await waitFor(browser, failed, (events) => events.length > 0);
  await new Promise((resolve) => setTimeout(resolve, blow.delayMs));
  await end(browser, blow.what);
  const last = lastCommitted(browser) ?? state;
  // The commit under way may have moved the pointer without being able to tell.
  target.expected = { states: [last, last + 1] };
  return { problems, place: describePlace(browser.events as readonly LifeEvent[]) };
}

/** Checks the state after the last kill. */
export async function checkLast(target: LifeTarget): Promise<readonly string[]> {
  const browser = await openLife(target);
  const { problems } = await checkState(target, browser);
  await browser.close();
  return problems;
}

async function checkState(target: LifeTarget, browser: Killable): Promise<Found> {
  const found = await call(browser, 'check');
  const { states, generation = found.generation } = target.expected;
  const problems = [...found.problems];
  if (!states.includes(found.state)) problems.push(`state ${found.state} instead of ${states.join(' or ')}`);
  if (generation !== found.generation) problems.push(`generation ${found.generation} instead of ${generation}`);
  return { ...found, problems };
}

function call<K extends keyof LifeCalls>(
  { page }: Killable,
  name: K,
  ...args: Parameters<LifeCalls[K]>
): Promise<Awaited<ReturnType<LifeCalls[K]>>> {
  return page.evaluate(
    ([command, values]) =>
      (globalThis as unknown as WithLife).lifePage.call(command as 'check', ...(values as unknown as [])),
    [name, args] as const,
  ) as unknown as Promise<Awaited<ReturnType<LifeCalls[K]>>>;
}

async function openLife({ profile, url, backend, browserName }: LifeTarget): Promise<Killable> {
  const browser = await openKillable(profile, browserName);
  await browser.page.goto(`${url}?${backend}`);
  await browser.page.waitForFunction(() => 'lifePage' in globalThis);
  return browser;
}

async function end(browser: Killable, what: 'browser' | 'renderer'): Promise<void> {
  await browser.kill(what);
  if (what === 'renderer') await browser.close();
}

function lastCommitted({ events }: Killable): number | undefined {
  return (events as readonly LifeEvent[]).findLast(({ committed }) => committed !== undefined)?.committed;
}

function describePlace(events: readonly LifeEvent[]): string {
  const at = events.findLastIndex(({ operation }) => operation !== undefined);
  const operation = events[at]?.operation ?? 'start';
  const step = events.slice(at + 1).findLast((event) => event.step !== undefined)?.step;
  return step === undefined ? `${operation}, before its first step` : `${operation}, past ${step}`;
}

/** The call ends with its browser, which is no failure; before that it is the reason why nothing comes. */
function listenForFailure(called: Promise<never>): () => unknown {
  let reason: unknown;
  called.catch((error: unknown) => {
    reason = error;
  });
  return () => reason;
}

async function waitFor(
  browser: Killable,
  failed: () => unknown,
  isTrue: (events: readonly LifeEvent[]) => boolean,
): Promise<void> {
  for (let wait = 0; wait < 3000; wait++) {
    if (isTrue(browser.events as readonly LifeEvent[])) return;
    if (failed() !== undefined) throw failed();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`nothing happened after ${JSON.stringify(browser.events.slice(-3))}`);
}

/** Writes and prints how often each place was struck. */
export async function writeStruck(name: string, struck: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...struck].sort().map(([place, times]) => `| ${place} | ${times} |`);
  const table = ['| struck | times |', '|---|---|', ...rows, ''].join('\n');
  await mkdir('test-results', { recursive: true });
  await writeFile(`test-results/crash-${name}.md`, table);
  console.log(table);
}
