import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/model/kind.ts';
import { type ContentsRow, findSummary, toContents, toSummary } from '../../../src/places/contents.ts';

/** Writes one row per line, with two spaces for each level. */
const show = (rows: readonly ContentsRow[], depth = 0): string =>
  rows
    .map(({ title, path = '-', children }) => `${'  '.repeat(depth)}${title} ${path}\n${show(children, depth + 1)}`)
    .join('');

const toFiles = (paths: readonly string[]) =>
  paths.map((path) => ({ path, title: path.toUpperCase(), kind: toKind(path) }));

function toKind(path: string): Kind {
  if (/\.png$/.test(path)) return 'image';
  return /\.(?:md|txt)$/.test(path) ? 'markdown' : 'code';
}

function showBook(path: string, text: string, paths: readonly string[]): string {
  const find = (target: string) =>
    paths.find((own) => [target, `${target}.md`].some((name) => own.endsWith(name.replace(/^\//, ''))));
  return show(toContents(toFiles([path, ...paths]), { path, text, find }));
}

describe('contents of a book', () => {
  it('follow the SUMMARY.md of mdBook: its parts, nested chapters, drafts left out, other files last', () => {
    const text =
      '# Summary\n\n[Foreword](foreword.md)\n\n# Part *one*\n\n- [Begin `x`](begin.md)\n    - [Deep](deep.md#a)\n- [Draft]()\n\n---\n\n[End](end.md)\n';
    const paths = ['src/begin.md', 'src/deep.md', 'src/end.md', 'src/foreword.md', 'src/other.md'];
    expect(showBook('src/SUMMARY.md', text, paths)).toBe(
      'Foreword src/foreword.md\nPart one -\n  Begin x src/begin.md\n    Deep src/deep.md\nEnd src/end.md\n' +
        'src -\n  SRC/OTHER.MD src/other.md\n',
    );
  });

  it('follow the _sidebar.md of docsify: labels, addresses from the top, and its introduction first', () => {
    const text =
      '* **Guide**\n\n\t* [Setup](/setup)\n\t* [Again](setup.md)\n\t* [Web](https://a.test/)\n* [Use](use)\n';
    const paths = ['docs/README.md', 'docs/setup.md', 'docs/use.md'];
    expect(showBook('docs/_sidebar.md', text, paths)).toBe(
      'DOCS/README.MD docs/README.md\nGuide -\n  Setup docs/setup.md\nUse docs/use.md\n',
    );
  });

  const NAVS = {
    'mkdocs.yml': `site_name: Lamps
nav:
  - Home: index.md
  - "Light: on": # daily
      - Setup: setup.md
      - 'guide/use.md'
      - Web: https://a.test/
theme: material
`,
    'sidebars.js': `// @ts-check
const sidebars = {
  mySidebar: [
    'index',
    { type: 'category', label: 'Light: on', items: [{ type: 'doc', id: 'setup', label: 'Setup' }, 'guide/use'] },
    { type: 'link', label: 'Web', href: 'https://a.test/' },
  ],
};
module.exports = sidebars;
`,
    'docs/.vitepress/config.mts': `import { defineConfig } from 'vitepress';
export default defineConfig({ title: base, themeConfig: { nav: nav(), sidebar: { '/': [
  { text: 'Home', link: '/' }, /* two */
  { text: "Light: on", collapsed: true, items: [{ text: 'Setup', link: '/setup' }, { link: '/guide/use.html', text: '' },] },
] } } });
`,
  };
  it.each(Object.entries(NAVS))('follow the navigation of a site in %s', async (path, text) => {
    const paths = ['docs/guide/use.md', 'docs/index.md', 'docs/other.md', 'docs/setup.md', path];
    const files = toFiles(paths);
    expect(findSummary(paths)).toBe(path);
    const home = path === 'sidebars.js' ? 'DOCS/INDEX.MD' : 'Home';
    const summary = await toSummary({ path, text, find: () => undefined }, files);
    expect(show(toContents(files, summary))).toMatch(
      `${home} docs/index.md\nLight: on -\n  Setup docs/setup.md\n  DOCS/GUIDE/USE.MD docs/guide/use.md\ndocs -\n  DOCS/OTHER.MD docs/other.md\n`,
    );
  });

  it.each([
    ['sidebars.js', 'module.exports = { docs: require("./x") };'],
    ['.vitepress/config.ts', 'export default { themeConfig: { sidebar: makeSidebar() } };'],
    ['mkdocs.yml', 'site_name: x\n'],
    ['sidebars.json', `${'['.repeat(100_000)}`],
  ])('are folders if the navigation in %s is not plain data', async (path, text) => {
    const files = toFiles(['a.md', 'b.md', path]);
    const summary = await toSummary({ path, text, find: () => undefined }, files);
    expect(summary.text).toBe('');
    expect(show(toContents(files, summary))).toContain('A.MD a.md\nB.MD b.md\n');
  });

  it('are folders with their introductions, numbers by value, where no file lists chapters', () => {
    const paths = ['10-z.md', '2-a/index.md', '2-a/b.md', 'SUMMARY.md', 'a.md', 'a.md.txt', 'a/x.ts', 'index.md'];
    const text = 'A summary of [something](a.md).';
    expect(show(toContents(toFiles(paths), { path: 'SUMMARY.md', text, find: () => 'a.md' }))).toBe(
      'INDEX.MD index.md\n2-A/INDEX.MD 2-a/index.md\n  2-A/B.MD 2-a/b.md\n10-Z.MD 10-z.md\nA.MD a.md\n  A/X.TS a/x.ts\n' +
        'A.MD.TXT a.md.txt\n',
    );
    expect(findSummary(['a/b/c/d/SUMMARY.md'])).toBeUndefined();
    expect(findSummary(['a/SUMMARY.md', 'b/c/_sidebar.md', '_sidebar.md'])).toBe('_sidebar.md');
  });

  it('list documents first, and no dot files, pictures, lock files or files of builds, unless chapters name them or nothing else is there', () => {
    const aside = [
      '.github/a.md',
      '.npmrc',
      'AGENTS.md',
      'Cargo.lock',
      'Makefile',
      'a.png',
      'package.json',
      'tsconfig.app.json',
    ];
    const paths = [...aside, 'README.md', 'a.ts', 'docs/b.md', 'docs/b.py', 'src/README.md', 'src/a.ts', 'src/b.ts'];
    expect(show(toContents(toFiles(paths)))).toBe(
      'README.MD README.md\ndocs -\n  DOCS/B.MD docs/b.md\n  DOCS/B.PY docs/b.py\nA.TS a.ts\nSRC/README.MD src/README.md\n' +
        '  SRC/A.TS src/a.ts\n  SRC/B.TS src/b.ts\n',
    );
    expect(showBook('SUMMARY.md', '- [A](a.md)\n- [Make](Makefile)\n', ['Makefile', '.npmrc', 'a.md'])).toBe(
      'A a.md\nMake Makefile\n',
    );
    expect(show(toContents(toFiles(['.npmrc'])))).toBe('.NPMRC .npmrc\n');
  });
});
