import { describe, expect, it } from 'vitest';
import { findOverview } from '../../../src/export/artifacts/overview.ts';
import type { FileOutline } from '../../../src/export/contract.ts';
import { type MakeFile, makeView } from '../../support/make-view.ts';

const code = (path: string, content = 'x', language = 'go'): MakeFile => ({
  path,
  kind: 'code',
  language,
  chunks: [{ content }],
});
const note = (path: string, content = `# ${path}\n\nSome words about birds of the lake.`): MakeFile => ({
  path,
  chunks: [{ content }],
});

describe('the overview of a collection', () => {
  it('has the paragraph of the README, and starts with it', async () => {
    const view = makeView([
      note('README.md', '# Heron\n\n[![ci](b.svg)](c)\n\n**Heron** serves every lake by default. It needs no setup.'),
      code('cmd/heron/main.go'),
      code('heron_test.go'),
    ]);
    const { intro, starts } = await findOverview({ ...view, name: 'heron' });
    expect(intro).toEqual({ path: 'README.md', text: 'Heron serves every lake by default. It needs no setup.' });
    expect(starts.map(({ path, why }) => [path, why])).toEqual([
      ['README.md', 'introduction'],
      ['cmd/heron/main.go', 'entry'],
    ]);
  });

  it('passes over the comment with a licence before the first paragraph', async () => {
    const licence = '<!--\nCopyright (C) of the authors of this project, and others.\n\nSPDX: MIT\n-->\n\n';
    const view = makeView([note('README.md', `${licence}# Heron\n\nHeron serves every lake by default.`)]);
    expect((await findOverview(view)).intro?.text).toBe('Heron serves every lake by default.');
  });

  it.each(['\n', '\r\n'])('passes over front matter, also where it is a chunk of its own: %j', async (end) => {
    const matter = ['---', 'title: Start here', 'tags: [moc, start]', 'date: 2026-05-01', '---'].join(end);
    const words = [
      '# Start here',
      '',
      '%%Ask Ann about the birds here.%%',
      '',
      'Every bird of the lake has its note.',
    ].join(end);
    for (const chunks of [[{ content: matter }, { content: words }], [{ content: matter + end + words }]]) {
      const view = makeView([{ path: 'Index.md', chunks }]);
      expect((await findOverview(view)).intro?.text).toBe('Every bird of the lake has its note.');
    }
  });

  it('counts files with text only, and starts with no picture', async () => {
    const view = makeView([
      { path: 'a.pdf', kind: 'document', chunks: [{ content: 'Some words about lakes and birds.' }] },
      { path: 'b.pdf', kind: 'document', chunks: [] },
      { path: 'c.png', kind: 'image', chunks: [{ content: 'c' }] },
    ]);
    const { languages, starts } = await findOverview(view);
    expect(languages.map(({ name, files }) => [name, files])).toEqual([
      ['Documents', 1],
      ['Images', 1],
    ]);
    expect(starts.map(({ path }) => path)).toEqual(['a.pdf']);
  });

  it('has no paragraph of a file that does not introduce it', async () => {
    const view = makeView([
      { path: 'b.pdf', kind: 'document', chunks: [{ content: 'Some words about lakes and birds.' }] },
    ]);
    const { intro, starts } = await findOverview(view);
    expect(intro).toBeUndefined();
    expect(starts.map(({ path, why }) => [path, why])).toEqual([['b.pdf', 'longest']]);
  });

  it('names the files that a manifest names, and those named like the project', async () => {
    const view = makeView([
      {
        path: 'package.json',
        kind: 'json',
        chunks: [{ content: '{"main": "./lib/start.js", "bin": {"x": "bin/gone.js"}}' }],
      },
      { ...code('lib/start.js', 'x', 'javascript'), kind: 'java_script' },
      { ...code('lib/heron-client.js', 'x', 'javascript'), kind: 'java_script' },
      { ...code('test/heron.test.js', 'x', 'javascript'), kind: 'java_script' },
    ]);
    const { starts } = await findOverview({ ...view, name: 'heron' });
    expect(starts.map(({ path, why }) => [path, why])).toEqual([
      ['lib/start.js', 'entry'],
      ['lib/heron-client.js', 'named'],
    ]);
    const python = makeView([
      {
        path: 'setup.py',
        kind: 'code',
        language: 'python',
        chunks: [{ content: "entry_points={'x': ['heron=heron.cli:main']}" }],
      },
      code('heron/cli.py', 'x', 'python'),
    ]);
    const manifest = makeView([
      { path: 'pyproject.toml', kind: 'text', chunks: [{ content: 'heron = "heron.cli:main"' }] },
      code('heron/cli.py', 'x', 'python'),
    ]);
    expect((await findOverview(python)).starts[0]?.path).toBe('heron/cli.py');
    expect((await findOverview(manifest)).starts[0]).toMatchObject({ path: 'heron/cli.py', why: 'entry' });
  });

  it('counts the folders below the one that all files share, and the languages', async () => {
    const view = makeView([
      code('heron/modules/a.go', 'x'.repeat(30)),
      code('heron/modules/b.go', 'x'.repeat(30)),
      code('heron/main.go', 'x'.repeat(20)),
      note('heron/docs/a.md', 'x'.repeat(40)),
      { path: 'heron/a.yaml', kind: 'text', chunks: [{ content: 'x' }] },
    ]);
    const { folders, languages } = await findOverview(view);
    expect(folders.map(({ path, files }) => [path, files])).toEqual([
      ['heron/modules/', 2],
      ['heron/docs/', 1],
      ['heron/', 2],
    ]);
    expect(languages).toEqual([
      { name: 'Go', files: 3, query: 'lang:go' },
      { name: 'Markdown', files: 1, query: 'lang:markdown' },
      { name: 'YAML', files: 1, query: 'lang:yaml' },
    ]);
  });

  it('goes down into a folder that holds nearly everything, and counts the few files above it', async () => {
    const folders = async (readme: string) => {
      const view = makeView([
        note('README.md', readme),
        code('src/main/lake/a.go', 'x'.repeat(400)),
        code('src/main/bird/b.go', 'x'.repeat(300)),
        code('src/main.go', 'x'.repeat(20)),
      ]);
      return (await findOverview(view)).folders.map(({ path, files }) => [path, files]);
    };
    expect(await folders('# Heron')).toEqual([
      ['src/main/lake/', 1],
      ['src/main/bird/', 1],
      ['', 2],
    ]);
    expect(await folders(`# Heron\n\n${'Some words. '.repeat(100)}`)).toEqual([
      ['', 1],
      ['src/', 3],
    ]);
  });

  it('starts a vault with its index and the notes that most notes link to', async () => {
    const view = makeView(['Home.md', 'a.md', 'b.md', 'c.md', 'd.md'].map((path) => note(path)));
    const targets: Record<string, string[]> = { 'a.md': ['b.md'], 'c.md': ['b.md', 'd.md'], 'd.md': ['b.md', 'd.md'] };
    const links = async (index: number) => targets[view.files[index]?.path ?? ''] ?? [];
    const { starts } = await findOverview({ ...view, links });
    expect(starts.slice(0, 2).map(({ path, why }) => [path, why])).toEqual([
      ['Home.md', 'introduction'],
      ['b.md', 'linked'],
    ]);
  });

  it('suggests headings and symbols, none that every project has', async () => {
    const view = makeView([note('README.md'), code('main.go')]);
    const outlines: FileOutline[] = [
      {
        headings: ['Heron', 'Installation', 'Getting started', 'Automatic nest repair', '{}'].map((text, i) => ({
          level: 2,
          line: i + 1,
          text,
        })),
        symbols: [],
      },
      { headings: [], symbols: [{ name: 'NestBuilder', what: 'struct', startLine: 1, endLine: 9 }] },
    ];
    const outline = async (index: number) => outlines[index] as FileOutline;
    expect((await findOverview({ ...view, outline })).searches).toEqual(['Automatic nest repair', 'NestBuilder']);
  });
});
