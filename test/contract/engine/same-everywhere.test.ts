import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { observeEngine } from '../../support/observe-engine.ts';

const observed = loadNodeKernel('simd').then((kernel) => observeEngine(kernel, createMemoryStore()));

describe('[E2] same everywhere', () => {
  it('the JavaScript build gives the ids, zips, hits and scores of the SIMD build', async () => {
    expect(await observeEngine(await loadNodeKernel('js'), createMemoryStore())).toEqual(await observed);
  });

  it('time zone and locale make no difference', async () => {
    const script = fileURLToPath(new URL('./print-observed.ts', import.meta.url));
    const env = { ...process.env, TZ: 'America/New_York', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
    const printed = execFileSync('node', ['--import', 'tsx', script], { env, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(await observed)));
  });
});
