/**
 * The first visit over 4G (1.6 Mbit/s, 150 ms) with a four times slower processor, each in a new browser: when *Add a source* can be used.
 * `node --import tsx test/bench/slow-start.ts [other builds of the app …]`; `QUIRE_BENCH_PAIRS` sets the rounds.
 */
import { connect, createServer, type Socket } from 'node:net';
import { basename, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { startStaticServer } from '../../scripts/static-server.mjs';
import { median } from './measure.ts';

const ROUND_TRIP_MS = 150;
const BYTES_PER_MS = 1_600_000 / 8 / 1_000;
const SLOWDOWN = 4;
const ROUNDS = Number(process.env.QUIRE_BENCH_PAIRS ?? 5);
const builds = [resolve('dist'), ...process.argv.slice(2).map((path) => resolve(path))];

interface Start {
  readonly usableMs: number;
  readonly kilobytes: number;
}

const runs = new Map<string, Start[]>(builds.map((build) => [build, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [build, starts] of runs) starts.push(await start(build));
}
for (const [build, starts] of runs) {
  const seconds = starts.map(({ usableMs }) => (usableMs / 1_000).toFixed(1)).join(' ');
  const usable = (median(starts.map(({ usableMs }) => usableMs)) / 1_000).toFixed(1);
  console.log(`${basename(build)}: usable after ${usable} s (${seconds}), ${starts[0]?.kilobytes} KB until then`);
}

/** The network is slowed down in front of the server: what a browser slows down for a page leaves out its workers. */
async function start(build: string): Promise<Start> {
  const server = await startStaticServer({ root: build, compress: true });
  const slow = await slowDown(Number(new URL(server.url).port));
  const browser = await chromium.launch({ executablePath: findBrowser('chromium')?.path ?? '' });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const begin = performance.now();
    await page.goto(`http://127.0.0.1:${slow.port}/`, { waitUntil: 'commit' });
    await page.getByRole('region', { name: 'Add a source' }).getByRole('button').first().click({ trial: true });
    return { usableMs: performance.now() - begin, kilobytes: Math.round(slow.sent() / 1_000) };
  } finally {
    await browser.close();
    slow.stop();
    await server.stop();
  }
}

/** A door to a local port with one line's round trip and bandwidth, shared by all connections. */
async function slowDown(port: number): Promise<{ port: number; sent(): number; stop(): void }> {
  let sent = 0;
  let free = 0;
  const sockets = new Set<Socket>();
  const door = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.on('error', () => socket.destroy()));
    // A round trip opens the connection, another carries each request and its answer.
    const opened = wait(ROUND_TRIP_MS);
    near.on('data', (bytes) => void opened.then(() => wait(ROUND_TRIP_MS)).then(() => far.write(bytes)));
    far.on('data', (bytes) => {
      sent += bytes.length;
      free = Math.max(free, performance.now()) + bytes.length / BYTES_PER_MS;
      void wait(free - performance.now()).then(() => near.write(bytes));
    });
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  const address = door.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    sent: () => sent,
    stop() {
      for (const socket of sockets) socket.destroy();
      door.close();
    },
  };
}
