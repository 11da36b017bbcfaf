import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { LIST_NAME } from '../../../src/cli/site-folder.ts';
import { harness } from './harness.ts';

describe('harness publish, agent, page and questions', { timeout: 60_000 }, () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-harness-'));
    await writeFile(at('queries.jsonl'), '{"id": "q", "text": "proof of a block"}\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const searchRun = async (...from: readonly string[]) => {
    const ran = await harness('search', ...from, '--queries', at('queries.jsonl'), '--run', at('run.trec'));
    return { ...ran, run: ran.code === 0 ? await readFile(at('run.trec'), 'utf8') : '' };
  };

  it('publish with a passphrase makes a website that only the passphrase searches, with the hits of the folder', async () => {
    const made = await harness('publish', 'docs/formats', '--out', at('site'), '--passphrase', 'two herons', '--json');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ files: expect.any(Number), bytes: expect.any(Number) });
    const server = await startStaticServer({ root: at('site') });
    try {
      const local = await searchRun('docs/formats');
      expect(local.run).toContain('published.md#');
      const found = await searchRun('--from', server.url, '--passphrase', 'two herons');
      expect(found.run).toBe(local.run);
      expect(JSON.parse(found.stdout.split('\n')[0] ?? '')).toMatchObject({ id: 'q', requests: expect.any(Number) });
      const refused = await searchRun('--from', server.url, '--passphrase', 'two ducks');
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^publish\/wrong-key: /) });
      const without = await searchRun('--from', server.url);
      expect(without).toMatchObject({ code: 1, stderr: expect.stringMatching(/^publish\/key-needed: /) });
    } finally {
      await server.stop();
    }
  });

  it('publish makes its folder contain what it made, and a locked website open only with --open', async () => {
    await mkdir(at('docs'));
    await writeFile(at('docs/a.md'), '# Birds\n\nthe kingfisher nests below the mill\n');
    const publish = (...args: string[]) => harness('publish', at('docs'), '--out', at('out'), '--json', ...args);
    const APP =
      /^(assets|icons)\/|^(_headers|app-files\.json|index\.html|licences\.txt|manifest\.webmanifest|pressable\.css|quire-search\.js|sample\.json|service-worker\.js|theme\.js)$/;
    /** The files that are not the app's, the blocks of the collection by their kind of name, and whether one has the planted word. */
    const look = async () => {
      const names = (await readdir(at('out'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
      const paths = names.map(({ parentPath, name }) =>
        relative(at('out'), join(parentPath, name)).replaceAll(sep, '/'),
      );
      const texts = await Promise.all(paths.map((path) => readFile(join(at('out'), path), 'latin1')));
      const own = paths
        .filter((path) => !APP.test(path))
        .map((path) => path.replace(/\w+-[0-9a-f]{16}\.bin$/, 'open.bin'));
      const kinds = own.map((path) => path.replace(/[0-9a-f]{32}\.bin$/, 'locked.bin'));
      return { files: [...new Set(kinds)].sort(), isReadable: texts.some((text) => text.includes('kingfisher')) };
    };
    const pages = ['llms-full.txt', 'llms.txt', 'pages/a-md.html', 'pages/a-md.md', 'pages/index.html'];
    const open = {
      files: ['404.html', 'collection/manifest.json', 'collection/open.bin', ...pages, LIST_NAME],
      isReadable: true,
    };
    const locked = { files: ['collection/locked.bin', 'collection/manifest.json', LIST_NAME], isReadable: false };

    expect((await publish('--name', 'Of the river')).code).toBe(0);
    expect(await look()).toEqual(open);
    expect(await readFile(at('out/llms.txt'), 'utf8')).toMatch(/^# Of the river\n/);
    expect((await publish('--passphrase', 'two herons')).code).toBe(0);
    expect(await look()).toEqual(locked);
    expect(await publish()).toMatchObject({ code: 1, stderr: expect.stringContaining('has a locked website') });
    expect(await look()).toEqual(locked);
    expect((await publish('--open')).code).toBe(0);
    expect(await look()).toEqual(open);
  });

  it('agent writes a bundle and a skill', async () => {
    const ran = await harness('agent', 'docs/formats', '--out', at('docs.mcpb'), '--skill', at('skill.zip'));
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    for (const name of ['docs.mcpb', 'skill.zip'])
      expect((await readFile(at(name))).subarray(0, 2).toString()).toBe('PK');
  });

  it('questions prints a line each, and fails if one has no answer', async () => {
    const good = { id: 'a', text: 'proof of a block', path: 'published.md' };
    const bad = { id: 'b', text: 'proof of a block', path: 'leaf.md', lines: [1, 1] };
    const ask = async (...rows: object[]) => {
      await writeFile(at('questions.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      return harness('questions', 'docs/formats', '--questions', at('questions.jsonl'), '--top', '3');
    };
    const passed = await ask(good);
    expect(passed.code).toBe(0);
    expect(JSON.parse(passed.stdout)).toMatchObject({ id: 'a', found: true, path: 'published.md' });
    const failed = await ask(good, bad);
    expect(failed.code).toBe(1);
    expect(failed.stdout.trim().split('\n')).toHaveLength(2);
    expect(failed.stderr).toBe('1 of 2 questions have no answer in the first 3 hits\n');
  });
});
