import { mkdir, writeFile } from 'node:fs/promises';
import type { CommitStep } from '../../../src/store/commit/commit-step.ts';
import { run } from './call-page.ts';
import { type Killable, openKillable } from './killable-browser.ts';
import type { Found } from './page/crash-commands.ts';

export const STEPS: readonly CommitStep[] = [
  'after-bundle',
  'after-flush',
  'before-pointer',
  'after-pointer',
  'in-sweep',
];

/** One profile that is hit again and again, and what was promised to it so far. */
export interface Target {
  readonly profile: string;
  readonly url: string;
  readonly backend: 'opfs' | 'idb';
  /** Generation of every collection that a commit was acknowledged for. */
  readonly acknowledged: Map<string, number>;
}

/** Stops the commit at the step, kills, and says what the next start found wrong. */
export async function strikeAt(
  target: Target,
  step: CommitStep,
  what: 'browser' | 'renderer',
): Promise<readonly string[]> {
  const browser = await openKillable(target.profile, target.url);
  const { page } = browser;
  const before = (await run(page, 'worker', 'inspect', target.backend)).collections.find(({ id }) => id === 'a');
  run(page, 'worker', 'commitAndHang', target.backend, 'a', step).catch(() => {});
  await waitFor(() => browser.events.length > 0, `the commit to reach ${step}`);
  const found = await killAndInspect(target, browser, what);
  const moved = step === 'after-pointer' || step === 'in-sweep';
  const expected = (before?.generation ?? 0) + (moved ? 1 : 0);
  const actual = found.collections.find(({ id }) => id === 'a')?.generation ?? 0;
  if (actual !== expected) return [`killed ${step}: generation ${actual} instead of ${expected}`, ...found.problems];
  target.acknowledged.set('a', actual);
  return found.problems;
}

/** Kills after some milliseconds of a busy life. `step` is the last one it had passed. */
export async function strikeAfter(
  target: Target,
  options: { delayMs: number; seed: number; what: 'browser' | 'renderer' },
): Promise<{ readonly step: string; readonly problems: readonly string[] }> {
  const browser = await openKillable(target.profile, target.url);
  run(browser.page, 'worker', 'liveUntilKilled', target.backend, options.seed).catch(() => {});
  await waitFor(() => browser.events.length > 0, 'life to begin');
  await new Promise((resolve) => setTimeout(resolve, options.delayMs));
  const found = await killAndInspect(target, browser, options.what);

  const step = replay(browser.events as readonly LifeEvent[], target.acknowledged);
  // Deleted and not yet undone: then the next start removes it, as it should.
  const { deleting } = found;
  if (deleting && !found.collections.some(({ id }) => id === deleting)) target.acknowledged.delete(deleting);
  const lost = [...target.acknowledged].flatMap(([id, generation]) => {
    const now = found.collections.find((collection) => collection.id === id)?.generation ?? 0;
    return now < generation ? [`${id} lost generation ${generation} and is at ${now}`] : [];
  });
  return { step, problems: [...found.problems, ...lost] };
}

interface LifeEvent {
  readonly step?: string;
  readonly acknowledged?: readonly [string, number];
}

/** Takes note of what the browser had acknowledged before it died; gives the last step it told of. */
function replay(events: readonly LifeEvent[], acknowledged: Map<string, number>): string {
  let last = 'between';
  for (const event of events) {
    if (event.acknowledged) acknowledged.set(...event.acknowledged);
    if (event.step) last = event.step;
  }
  return last;
}

async function killAndInspect(target: Target, browser: Killable, what: 'browser' | 'renderer'): Promise<Found> {
  await browser.kill(what);
  if (what === 'renderer') await browser.close();
  const next = await openKillable(target.profile, target.url);
  const found = await run(next.page, 'worker', 'inspect', target.backend);
  await next.close();
  return found;
}

async function waitFor(isTrue: () => boolean, what: string): Promise<void> {
  for (let wait = 0; wait < 1000; wait++) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Writes and prints how often each place was struck. */
export async function writeStruck(name: string, struck: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...struck].sort().map(([place, times]) => `| ${place} | ${times} |`);
  const table = ['| struck | times |', '|---|---|', ...rows, ''].join('\n');
  await mkdir('test-results', { recursive: true });
  await writeFile(`test-results/crash-${name}.md`, table);
  console.log(table);
}
