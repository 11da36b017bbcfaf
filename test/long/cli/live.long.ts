import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../support/random.ts';

const MB = 50;
const CALLS = 1_000;
const MAX_KB = 300_000;

/** Needs `npm run build`. Prints times; asserts only counts and memory. */
describe('quire mcp over stdio, on a folder of 50 MB', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-live-'));
    const random = createRandom(57);
    const words = Array.from({ length: 20_000 }, () => `w${random.below(1e9).toString(36)}`);
    const pick = () => words[Math.floor(random.next() ** 3 * words.length)];
    for (let bytes = 0, n = 0; bytes < MB * 1_000_000; n++) {
      const paragraphs = Array.from({ length: 20 }, () => `${Array.from({ length: 80 }, pick).join(' ')}.`);
      const text = `# ${pick()} ${pick()}\n\n${paragraphs.join('\n\n## More\n\n')}\n`;
      const path = at(`docs/part-${n % 50}/note-${n}.md`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      bytes += text.length;
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start() {
    const startMs = performance.now();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['build/cli/quire.js', 'mcp', at('docs')],
      env: { ...(process.env as Record<string, string>), XDG_CACHE_HOME: at('cache') },
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    const call = async (name: string, input: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: input }, undefined, { timeout: 600_000 });
      expect(isError).not.toBe(true);
      return JSON.parse((content as { text: string }[])[0]?.text ?? '') as { total: number; missing?: string };
    };
    return { client, call, pid: transport.pid as number, sinceMs: () => Math.round(performance.now() - startMs) };
  }

  it('answers after a second start, finds an edit, and stays within 300 MB over 1,000 calls', async () => {
    const first = await start();
    await expect
      .poll(async () => (await first.call('search', { query: 'w1 more' })).missing, { timeout: 600_000 })
      .toBe(undefined);
    console.log(`first start: everything indexed after ${first.sinceMs()} ms`);
    await first.client.close();

    const { client, call, pid, sinceMs } = await start();
    const answer = await call('search', { query: 'more' });
    console.log(`second start: first answer after ${sinceMs()} ms`);
    expect(answer).toMatchObject({ total: expect.any(Number) });
    expect(answer.total).toBeGreaterThan(1_000);

    const editedMs = performance.now();
    writeFileSync(at('docs/part-7/edited.md'), '# Edited\n\nThe kingfisher nests below the mill.\n');
    await expect
      .poll(async () => (await call('search', { query: 'kingfisher' })).total, { interval: 20, timeout: 60_000 })
      .toBe(1);
    console.log(`edit found after ${Math.round(performance.now() - editedMs)} ms`);

    for (let i = 0; i < CALLS; i++) {
      if (i % 20 === 0) await call('pack', { question: `more of note ${i}`, budget_tokens: 4_000 });
      else if (i % 2 === 0) await call('search', { query: `note ${i}` });
      else await call('read', { path: 'part-7/edited.md' });
    }
    const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    console.log(`peak after ${CALLS} calls: ${Math.round(peakKb / 1000)} MB`);
    expect(peakKb).toBeLessThan(MAX_KB);
    await client.close();
  });
});
