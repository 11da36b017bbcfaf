import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveFolder } from '../../../src/cli/live-folder.ts';
import { createServer, type ServedCollection } from '../../../src/mcp/create-server.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { nodePdf } from '../../support/node-pdf.ts';

describe('a live folder', { timeout: 60_000 }, () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-live-'));
    vi.stubEnv('XDG_CACHE_HOME', at('cache'));
    for (const name of ['notes/inner', 'notes/node_modules/x', 'code']) await mkdir(at(name), { recursive: true });
    await writeFile(at('notes/mill.md'), '# Mill\n\nThe kingfisher nests below the mill.\n');
    await writeFile(at('notes/.gitignore'), 'secret.md\n');
    await writeFile(at('notes/secret.md'), '# Kingfisher\n');
    await writeFile(at('notes/node_modules/x/a.md'), '# Kingfisher\n');
    await writeFile(at('code/saw.ts'), 'export function openSaw(): number {\n  return 7;\n}\n');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  const closes: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0)) await close();
  });

  async function serve(name: string) {
    const served = await serveFolder(at(name), { kernel: await loadNodeKernel(), parser: nodeParser, pdf: nodePdf });
    closes.push(served.close);
    return served;
  }

  async function connect(...served: ServedCollection[]) {
    const [own, other] = InMemoryTransport.createLinkedPair();
    await (await createServer(served, { escapesHidden: false })).connect(own);
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(other);
    const call = async (name: string, input: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      const [{ text }] = content as [{ text: string }];
      return { isError, text, facts: isError === true ? {} : JSON.parse(text) };
    };
    const find = async (query: string, more: object = {}): Promise<string[]> =>
      (await call('search', { query, ...more })).facts.items.map(({ path }: { path: string }) => path);
    return { client, call, find };
  }

  it('follows ignore rules, edits, new folders, renames and removals', async () => {
    const { find } = await connect(await serve('notes'));
    await expect.poll(() => find('kingfisher')).toEqual(['mill.md']);
    await writeFile(at('notes/mill.md'), '# Mill\n\nA heron stands in the pond, said the miller.\n');
    await expect.poll(() => find('heron')).toEqual(['mill.md']);
    expect(await find('kingfisher')).toEqual([]);
    await mkdir(at('notes/new/deep'), { recursive: true });
    await writeFile(at('notes/new/deep/owl.md'), '# Owl\n\nIt calls at midnight.\n');
    await expect.poll(() => find('midnight')).toEqual(['new/deep/owl.md']);
    await writeFile(at('notes/new/deep/owl.md'), '# Owl\n\nIt calls at midsummer.\n');
    await expect.poll(() => find('midsummer')).toEqual(['new/deep/owl.md']);
    await rename(at('notes/new'), at('notes/old'));
    await expect.poll(() => find('midsummer')).toEqual(['old/deep/owl.md']);
    await rm(at('notes/old'), { recursive: true });
    await expect.poll(() => find('midsummer')).toEqual([]);
  });

  it('keeps its index for the next start, apart from a server that still runs', async () => {
    const first = await serve('code');
    const { find } = await connect(first);
    await expect.poll(() => find('openSaw')).toEqual(['saw.ts']);
    const { id } = await first.opened;
    expect((await (await serve('code')).opened).id).not.toBe(id);
    await first.close();
    const again = await serve('code');
    expect(await again.opened).toMatchObject({ id, stats: { total_files: 1 } });
    const folders = await readdir(join(at('cache/quire'), (await readdir(at('cache/quire')))[0] as string));
    expect(folders.filter((name) => name.endsWith('-2'))).toHaveLength(1);
  });

  it('serves several folders by name, and asks for the name', async () => {
    const { client, call, find } = await connect(
      { ...(await serve('notes')), name: 'notes' },
      { ...(await serve('code')), name: 'code' },
    );
    expect(client.getInstructions()).toMatch(/notes.*code/);
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema.properties).toMatchObject({ collection: { enum: ['notes', 'code'] } });
    await expect.poll(() => find('openSaw', { collection: 'code' })).toEqual(['saw.ts']);
    expect(await find('openSaw', { collection: 'notes' })).toEqual([]);
    expect(await call('search', { query: 'openSaw' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('one of notes, code'),
    });
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toContain('code/saw.ts');
    const { contents } = await client.readResource({ uri: 'quire:///code/saw.ts' });
    expect((contents[0] as { text: string }).text).toContain('openSaw');
  });
});
