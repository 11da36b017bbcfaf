import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { makeZip } from '../../support/make-archives.ts';
import { startModelServer } from '../../support/model-server.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';
import { quire } from '../../support/run-cli.ts';

const ODD = `a'b"c $$ \\ é.md`;

describe('quire', { timeout: 60_000 }, () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-cli-'));
    for (const name of ['docs', 'before', 'empty']) await mkdir(at(name));
    await writeFile(at('docs/retry.md'), '# Retry\n\nA request is retried three times, then it fails.\n');
    await writeFile(join(at('docs'), ODD), '# Odd\n\nThe kingfisher nests below the mill.\n');
    await writeFile(at('docs/code.ts'), 'export function openSaw(): number {\n  return 7;\n}\n');
    await writeFile(at('before/retry.md'), '# Retry\n\nA request is retried twice, then it fails.\n');
  });
  afterAll(() => rm(folder, { recursive: true }));
  afterEach(() => vi.unstubAllEnvs());

  it.each(Object.keys(COMMANDS))('%s has a help with an example, and refuses what it does not know', async (name) => {
    const help = await quire(name, '--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(new RegExp(`\nExample: .*quire ${name} `));
    for (const args of [[], ['--frob'], ['docs', '--limit', '0']])
      expect(await quire(name, ...args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('--help'),
      });
  });

  it('lists its commands, and has exit code 2 without one', async () => {
    expect((await quire('--help')).stdout).toContain('  questions ');
    expect(await quire('--version')).toMatchObject({ code: 0, stdout: '1.0.0\n' });
    expect(await quire()).toMatchObject({ code: 2, stdout: '' });
    expect(await quire('frob')).toMatchObject({ code: 2, stderr: expect.stringContaining('no command frob') });
  });

  it('search prints hits with their lines, and a line of JSON each for scripts', async () => {
    const { code, stdout, stderr } = await quire('search', at('docs'), 'kingfisher');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${ODD}:1-3  Odd\n    Odd · The kingfisher nests below the mill.\n`,
    });
    expect(stderr).toMatch(/^Indexed 3 files in [\d.]+ s\.\n$/);
    const json = await quire('search', at('docs'), 'how often retried', '--json', '--limit', '1');
    expect(JSON.parse(json.stdout)).toMatchObject({ path: 'retry.md', lines: [1, 3] });
    expect(await quire('search', at('docs'), 'zeppelin')).toMatchObject({ code: 1, stdout: '' });
    const pattern = await quire('search', at('docs'), '/king.*her/');
    expect(pattern.stderr).toContain('only the app takes regular expressions');
  });

  it('pack prints a pack, and with --since a review of what changed', async () => {
    const pack = await quire('pack', at('docs'), 'how often is a request retried', '--budget', '1000');
    expect(pack).toMatchObject({ code: 0, stdout: expect.stringContaining('three times') });
    const small = await quire('pack', at('docs'), 'retried', '--budget', '10');
    expect(small).toMatchObject({ code: 2, stderr: expect.stringContaining('at least 500') });
    const review = await quire('pack', at('docs'), '--since', at('before'));
    expect(review.stdout).toContain('-A request is retried twice');
    expect(review.stdout).toContain(ODD.replace('\\', '\\\\'));
  });

  it('ask says that an answer is not whole', async () => {
    const server = await startModelServer({ models: ['quill'], answer: () => 'The kingfisher nests. '.repeat(9_000) });
    const asked = await quire(
      'ask',
      at('docs'),
      '--endpoint',
      server.origin,
      '--model',
      'quill',
      'where are kingfishers',
    );
    await server.close();
    expect(asked).toMatchObject({ code: 0, stderr: expect.stringContaining('reached the limit of the model') });
  });

  it('an input without readable text, or that is not there, is a problem', async () => {
    for (const args of [
      ['search', at('empty'), 'x'],
      ['agent', at('empty'), '--out', at('empty.mcpb')],
      ['export', at('empty'), '--out', at('empty-out')],
      ['publish', at('empty'), '--out', at('empty-site')],
    ])
      expect(await quire(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no files with readable'),
      });
    for (const name of ['empty.mcpb', 'empty-out', 'empty-site']) expect(await readdir(folder)).not.toContain(name);
    expect(await quire('search', at('nowhere'), 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nowhere'),
    });
  });

  it('says how many files could not be read', async () => {
    await writeFile(at('damaged.zip'), makeZip({ 'a.md': 'A kingfisher.', '../b.md': 'b' }));
    const { stderr } = await quire('search', at('damaged.zip'), 'kingfisher');
    expect(stderr).toMatch(/^Indexed 1 files in [\d.]+ s; 1 could not be read\.\n$/);
  });

  it('export writes every artifact, with any file name, and the archive of changes', async () => {
    const made = await quire('export', at('docs'), '--out', at('all'), '--since', at('before'), '--no-mask');
    expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/Wrote .*docs-full\.zip, docs\.md/) });
    const names = await readdir(at('all'));
    for (const name of ['schema.sql', 'chunks.jsonl', 'mapping.json', 'bulk.ndjson', 'index.json', 'docs.md'])
      expect(names).toContain(name);
    expect(names.filter((name) => name.endsWith('.zip'))).toHaveLength(3);
    const paths = (await readFile(at('all/chunks.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).path);
    expect(paths).toContain(ODD);
    const { files } = JSON.parse(await readFile(at('all/index.json'), 'utf8')) as { files: { path: string }[] };
    expect(files.map(({ path }) => path)).toContain(ODD);
    const { engine } = await makeNodeEngine();
    const { openAny } = await import('../../../src/cli/node-engine.ts');
    const id = await openAny(engine, join(at('all'), names.find((name) => name.endsWith('-full.zip')) as string));
    expect((await engine.search(id, 'kingfisher')).hits.map(({ path }) => path)).toEqual([ODD]);
  });

  it('export makes its folder contain what --only names, and refuses a folder with files of others', async () => {
    const only = (...args: string[]) => quire('export', at('docs'), '--out', at('some'), ...args);
    expect(await only('--only', 'llm.md,schema.sql')).toMatchObject({ code: 0 });
    expect(await only('--only', 'outline.md')).toMatchObject({ code: 0 });
    expect((await readdir(at('some'))).sort()).toEqual(['outline.md', 'quire-files.json']);
    expect(await only('--only', 'nothing.md')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing.md'),
    });
    await writeFile(at('some/own.txt'), 'mine');
    expect(await only()).toMatchObject({ code: 1, stderr: expect.stringContaining('own.txt') });
    expect(await readFile(at('some/own.txt'), 'utf8')).toBe('mine');
  });

  it('agent keeps a file that is there, unless it may replace it', async () => {
    await writeFile(at('docs.mcpb'), 'mine');
    const agent = (...args: string[]) => quire('agent', at('docs'), '--out', at('docs.mcpb'), ...args);
    expect(await agent()).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') });
    expect(await readFile(at('docs.mcpb'), 'utf8')).toBe('mine');
    const skill = await quire('agent', at('docs'), '--out', at('new.mcpb'), '--skill', at('docs.mcpb'));
    expect(skill).toMatchObject({ code: 1, stderr: expect.not.stringContaining('Wrote') });
    expect(await readdir(folder)).not.toContain('new.mcpb');
    expect(await agent('--replace', '--skill', at('skill.zip'))).toMatchObject({ code: 0 });
    for (const name of ['docs.mcpb', 'skill.zip'])
      expect((await readFile(at(name))).subarray(0, 2).toString()).toBe('PK');
    expect((await readdir(folder)).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('page needs the built app', async () => {
    const page = await quire('page', at('docs'), '--out', at('docs.html'));
    expect(page).toMatchObject({ code: 1, stderr: expect.stringContaining('not built') });
  });

  it('publish takes a passphrase from the environment only, and not a short one', async () => {
    const publish = (...args: string[]) => quire('publish', at('docs'), '--out', at('site'), ...args);
    expect(await publish('--passphrase', 'two herons at noon')).toMatchObject({ code: 2 });
    expect(await publish('--lock')).toMatchObject({ code: 2, stderr: expect.stringContaining('QUIRE_PASSPHRASE') });
    vi.stubEnv('QUIRE_PASSPHRASE', 'two herons');
    expect(await publish()).toMatchObject({ code: 1, stderr: expect.stringContaining('10 characters') });
    vi.stubEnv('QUIRE_PASSPHRASE', 'two herons at noon');
    expect(await publish('--json')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{"files":\d+/) });
    expect((await readdir(at('site'))).sort()).toEqual(['collection', 'quire-files.json']);
    vi.stubEnv('QUIRE_PASSPHRASE', '');
    expect(await publish()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/locked.*QUIRE_PASSPHRASE or give --lock/),
    });
  });

  it.each([
    ['publish', '.', '--out', 'site'],
    ['export', '.', '--out', 'exp', '--only', 'llm.md'],
    ['agent', '.', '--out', 'a.mcpb', '--skill', 'a.zip', '--replace'],
  ])('%s into its own input gives the same again', async (...args) => {
    await mkdir(at(args[0]));
    await writeFile(at(`${args[0]}/a.md`), '# A\n\nA kingfisher.\n');
    const paths = args.map((arg) =>
      arg.startsWith('--') || ['llm.md', args[0]].includes(arg) ? arg : at(`${args[0]}/${arg}`),
    );
    for (const _ of [1, 2])
      expect(await quire(...paths)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^Indexed 1 files[^;]*\n/),
      });
    const search = await quire('search', at(args[0]), 'kingfisher');
    if (args[0] !== 'agent') expect(search.stderr).toMatch(/^Indexed 1 files/);
  });

  it('publish says what to upload and delete after a change, and indexes a built site', async () => {
    await mkdir(at('again'));
    await writeFile(at('again/a.md'), '# A\n\nOne.\n');
    await writeFile(at('again/b.md'), '# B\n\nTwo.\n');
    const publish = async () =>
      JSON.parse((await quire('publish', at('again'), '--out', at('again-site'), '--json')).stdout);
    expect((await publish()).delete).toEqual([]);
    expect(await publish()).toMatchObject({ upload: [], delete: [] });
    await writeFile(at('again/b.md'), '# B\n\nThree.\n');
    const made = await publish();
    expect(made.upload).toEqual(expect.arrayContaining(['pages/b-md.html', 'pages/b-md.md', 'llms-full.txt']));
    expect(made.upload).not.toContain('pages/a-md.html');
    expect(made.upload.at(-1)).toBe('collection/manifest.json');
    expect(made.delete.every((path: string) => /^collection\/\w+-[0-9a-f]{16}\.bin$/.test(path))).toBe(true);

    await mkdir(at('built'));
    await writeFile(at('built/index.html'), '<title>Herons</title><main><h1>Herons</h1><p>A heron waits.</p></main>');
    const indexed = await quire('publish', at('built'), '--index-only', '--json');
    expect(JSON.parse(indexed.stdout)).toMatchObject({ pages: 1 });
    expect((await readdir(at('built'))).sort()).toEqual(['index.html', 'quire']);
    const refused = await quire('publish', at('built'), '--index-only', '--ignore', 'main p');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('selector') });
  });

  it('publish --index-only refuses a folder that is not there or has no pages, and writes nothing; nor with a start that is missing, or an address', async () => {
    const index = (input: string) => quire('publish', at(input), '--index-only');
    expect(await index('no/such')).toMatchObject({ code: 1, stderr: expect.stringContaining('no such file') });
    expect(await index('docs')).toMatchObject({ code: 1, stderr: expect.stringContaining('no HTML pages') });
    expect(await index('docs/code.ts')).toMatchObject({ code: 1, stderr: expect.stringContaining('not a folder') });
    expect(await readdir(folder)).not.toContain('no');
    expect(await quire('publish', at('docs'), '--out', at('new'), '--start', 'nope.md')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no nope.md'),
    });
    expect(await quire('export', 'http://localhost/', '--out', at('new'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('folders and files'),
    });
    expect(await readdir(folder)).not.toContain('new');
    expect(await readdir(at('docs'))).not.toContain('quire');
  });

  it('publish prints a workflow for GitHub Pages and a script for any CI, with its options', async () => {
    const args = [
      'publish',
      'my docs',
      '--out',
      'site',
      '--name',
      'Heron\'s "book"',
      '--address',
      'https://h.example/',
      '--lock',
    ];
    const workflow = parse((await quire(...args, '--workflow', 'github')).stdout);
    const { steps, environment } = workflow.jobs.publish;
    const run = `npx --yes ./quire-1.0.0.tgz publish 'my docs' --out site --name 'Heron'\\''s "book"' --address https://h.example/ --lock`;
    expect(steps[2]).toEqual({ run, env: { QUIRE_PASSPHRASE: `\${{ secrets.QUIRE_PASSPHRASE }}` } });
    expect(environment).toEqual({ name: 'github-pages', url: `\${{ steps.pages.outputs.page_url }}` });
    expect(steps[3].with).toEqual({ path: 'site' });
    const script = (await quire(...args, '--workflow', 'ci')).stdout;
    expect(script).toMatch(/^#!\/bin\/sh\n/);
    expect(script.trimEnd().split('\n').at(-1)).toBe(run);
    const index = await quire('publish', at('docs'), '--index-only', '--ignore', 'nav', '--workflow', 'ci');
    expect(index.stdout).toContain('/docs to your host, its quire/collection/manifest.json last.');
    expect(index.stdout).toMatch(/ publish \S+\/docs --index-only --ignore nav\n$/);
    expect(await quire(...args, '--workflow', 'svn')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('github or ci'),
    });
  });

  it('questions fails with the number of lost answers', async () => {
    const rows = [
      { id: 'a', text: 'how often is a request retried', path: 'retry.md' },
      { id: 'b', text: 'kingfisher', path: 'retry.md', lines: [90, 91] },
    ];
    await writeFile(at('q.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const { code, stdout, stderr } = await quire('questions', at('docs'), '--questions', at('q.jsonl'));
    expect(code).toBe(1);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).found),
    ).toEqual([true, false]);
    expect(stderr).toContain('1 of 2 questions have no answer in the first 5 results.');
    const ask = async (text: string) => {
      await writeFile(at('bad.jsonl'), text);
      return quire('questions', at('docs'), '--questions', at('bad.jsonl'));
    };
    const row = `${JSON.stringify(rows[0])}\n`;
    expect(await ask(`${row}no\n`)).toMatchObject({ code: 1, stderr: expect.stringContaining('(line 2)') });
    expect(await ask(row.repeat(1_001))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(1001, limit 1000)'),
    });
    expect((await quire('questions', at('docs'), '--questions', at('docs'))).stderr).toContain('(EISDIR)');
  });
});
