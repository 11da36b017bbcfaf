import { readdirSync, readFileSync } from 'node:fs';
import { type BrowserContext, chromium, firefox, type Page } from '@playwright/test';
import { findBrowser } from '../../../scripts/find-browser.mjs';

export interface Killable {
  readonly page: Page;
  /** Everything that the page reported, in order. */
  readonly events: readonly unknown[];
  /** Sends SIGKILL and resolves when all its processes are gone. */
  kill(what: 'browser' | 'renderer'): Promise<void>;
  close(): Promise<void>;
}

/** A browser whose profile outlives it. */
export async function openKillable(
  profile: string,
  browserName: 'chromium' | 'firefox' = 'chromium',
): Promise<Killable> {
  const context = await launch[browserName](profile);
  const events: unknown[] = [];
  await context.exposeFunction('lifeEvent', (event: unknown) => void events.push(event));
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    events,
    kill: (what) => kill(context, profile, what),
    close: () => context.close(),
  };
}

const launch = {
  chromium: (profile: string) =>
    chromium.launchPersistentContext(profile, {
      executablePath: findBrowser('chromium')?.path ?? '',
      // A browser with a window asks for permissions as users see it.
      headless: process.env.QUIRE_HEADED === undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    }),
  firefox: (profile: string) => {
    const found = findBrowser('firefox');
    const channel = found?.from === 'installed' ? { channel: 'moz-firefox' } : {};
    return firefox.launchPersistentContext(profile, { executablePath: found?.path ?? '', ...channel });
  },
};

async function kill(context: BrowserContext, profile: string, what: 'browser' | 'renderer'): Promise<void> {
  const all = listProcesses();
  const main = all.find((entry) => entry.command.includes(profile) && !/--type=|-contentproc/.test(entry.command));
  if (!main) throw new Error('the browser to kill is not running');
  const family = listDescendants(all, main.pid);
  const victims =
    what === 'browser'
      ? [main, ...family]
      : family.filter((entry) => /--type=renderer|-contentproc/.test(entry.command));
  for (const { pid } of victims) signal(pid);
  for (let wait = 0; wait < 500 && victims.some(({ pid }) => isAlive(pid)); wait++) await sleep(10);
  if (what === 'browser') await context.close().catch(() => {});
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function listProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return [{ pid: Number(name), parent: readStat(name).parent, command }];
      } catch {
        return []; // It ended while we were looking.
      }
    });
}

function readStat(pid: number | string): { state: string; parent: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent) };
}

function listDescendants(all: readonly Process[], pid: number): readonly Process[] {
  const children = all.filter((entry) => entry.parent === pid);
  return children.flatMap((child) => [child, ...listDescendants(all, child.pid)]);
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Its parent's death took it along.
  }
}

function isAlive(pid: number): boolean {
  try {
    return readStat(pid).state !== 'Z';
  } catch {
    return false;
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
