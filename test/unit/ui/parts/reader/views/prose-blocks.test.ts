import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProse } from '../../../../../../src/ui/parts/reader/views/prose-blocks.ts';

describe('prose as a tree', () => {
  it('has headings, lists, tables, quotes and code with the lines they begin at', () => {
    const text =
      '# A\n\nWords *and* `code`.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> said\n\n```js\nx\n```\n';
    const blocks = parseProse(text, 11);
    expect(blocks.map(({ type, line }) => [type, line])).toEqual([
      ['heading', 11],
      ['paragraph', 13],
      ['list', 15],
      ['table', 18],
      ['quote', 22],
      ['code', 24],
    ]);
  });

  it('lets no HTML through: keeps the words of a block, and drops inline tags', () => {
    const [block, line] = parseProse(
      '<div onclick="x()"><b>Bold</b> &amp; plain</div>\n\nso <img src=x onerror=y> it is\n',
      1,
    );
    expect(block).toMatchObject({ inline: [{ type: 'text', text: 'Bold & plain' }] });
    expect(JSON.stringify(line)).not.toContain('onerror');
  });

  it('keeps formulas as they are written: nothing inside them is Markdown', () => {
    const text =
      'So $a_1*b_2$ *and* $c*d_3$, the $n$th, \\$5 to \\$6.\n$$\nx\n=\n- y_1 [[z]]\n\n+ w\n$$\n> $$u *v* w$$\n';
    const [line, quote] = parseProse(text, 1);
    const math = (tex: string, isDisplay = false) => ({ type: 'math', tex, isDisplay });
    expect(line).toMatchObject({
      inline: [
        { text: 'So ' },
        math('a_1*b_2'),
        { text: ' ' },
        { type: 'emphasis', inline: [{ text: 'and' }] },
        { text: ' ' },
        math('c*d_3'),
        { text: ', the ' },
        math('n'),
        { text: 'th, ' },
        { text: '$' },
        { text: '5 to ' },
        { text: '$' },
        { text: '6.\n' },
        math('x\n=\n- y_1 [[z]]\n\n+ w', true),
      ],
    });
    expect(quote).toMatchObject({ line: 9, blocks: [{ inline: [math('u *v* w', true)] }] });
    expect(
      parseProse('```toc\n```\n- One: $$\n\n\ta\n\t- b\n\t$$\n\n- `$x$`\n\n| $|a|$ | [$b$](c) |\n|---|---|\n', 1),
    ).toMatchObject([
      { type: 'code' },
      {
        items: [
          [{ inline: [{ text: 'One: ' }, math('a\n\t- b', true)] }],
          [{ inline: [{ type: 'code', text: '$x$' }] }],
        ],
      },
      { line: 11, head: [[math('|a|')], [{ type: 'link', inline: [math('b')] }]] },
    ]);
  });

  it.each([
    'It costs $5, or US$10 and $20 more.',
    'export PATH=$HOME/bin:$PATH',
    'A$AP and Ke$ha',
    'half a formula: $x',
    '$$\nnever closed',
  ])('takes no money and no shell variables for formulas: %s', (text) => {
    expect(JSON.stringify(parseProse(text, 1))).not.toContain('math');
  });

  it('reads wikilinks as links, the embed of an image as the image, and neither in code', () => {
    const [block] = parseProse('See [[Night heron#Its Calls]], [[a b|the note]], ![[x y.png]] and `[[code]]`.\n', 1);
    expect(block).toMatchObject({
      inline: [
        { text: 'See ' },
        { type: 'link', href: 'Night%20heron#its-calls', inline: [{ text: 'Night heron › Its Calls' }] },
        { text: ', ' },
        { type: 'link', href: 'a%20b', inline: [{ text: 'the note' }] },
        { text: ', ' },
        { type: 'image', src: 'x%20y.png' },
        { text: ' and ' },
        { type: 'code', text: '[[code]]' },
        { text: '.' },
      ],
    });
  });

  it.each([
    ['[[#Usage]]', '#usage', 'Usage'],
    ['[[#Old names#The *last* one|here]]', '#the-last-one', 'here'],
    ['[[a#^blk40]]', 'a#%5Eblk40', 'a › blk40'],
    ['[[#^blk40]]', '#%5Eblk40', 'blk40'],
  ])('reads the place in a wikilink: %s', (text, href, label) => {
    expect(parseProse(text, 1)).toMatchObject([{ inline: [{ type: 'link', href, inline: [{ text: label }] }] }]);
  });

  it.each(['[[]]', '[[#]]', '[[|x]]', '[[##]]'])('takes no brackets without a name for a wikilink: %s', (text) => {
    expect(parseProse(text, 1)).toMatchObject([{ inline: [{ type: 'text' }] }]);
  });

  it('hides the comments of a note, and keeps its lines', () => {
    const text =
      '---\nformat: %%d %%m\n---\nA %%hidden%% b.\n\n%%\nhidden\n\n- hidden\n%%\n\n> %%hidden\n> hidden%% said\n\n`%%code%%` 5%% or 6%%, %%b%%ash\n\n```\n%%code%%\n```\n\n%%never closed\n\nEnd\n';
    const blocks = parseProse(text, 1, 'a.md');
    expect(JSON.stringify(blocks)).not.toContain('hidden');
    expect(blocks.map(({ type, line }) => [type, line])).toEqual([
      ['code', 1],
      ['paragraph', 4],
      ['quote', 12],
      ['paragraph', 15],
      ['code', 17],
      ['paragraph', 21],
      ['paragraph', 23],
    ]);
    expect(blocks[0]).toMatchObject({ text: 'format: %%d %%m' });
    expect(blocks[1]).toMatchObject({ inline: [{ text: 'A  b.' }] });
    expect(blocks[3]).toMatchObject({ inline: [{ type: 'code', text: '%%code%%' }, { text: ' 5%% or 6%%, ash' }] });
    expect(blocks[4]).toMatchObject({ text: '%%code%%' });
    expect(parseProse('A %%b%%.', 1, 'a.html')).toMatchObject([{ inline: [{ text: 'A %%b%%.' }] }]);
  });

  it('marks what a note marks', () => {
    const [block, ...others] = parseProse(
      '(==A *b* c==) `==code==` a==1 b==2\n\n== a ==\n\nA\n==\n\n==a\n\n===a===\n',
      1,
      'a.md',
    );
    expect(block).toMatchObject({
      inline: [
        { text: '(' },
        { type: 'marked', inline: [{ text: 'A ' }, { type: 'emphasis' }, { text: ' c' }] },
        { text: ') ' },
        { type: 'code', text: '==code==' },
        { text: ' a==1 b==2' },
      ],
    });
    expect(JSON.stringify(others)).not.toContain('marked');
    expect(JSON.stringify(parseProse('==a==', 1, 'a.html'))).not.toContain('marked');
  });

  it('shows front matter unchanged', () => {
    expect(parseProse('---\ntitle: x\n---\n# A\n', 1)).toMatchObject([
      { type: 'code', text: 'title: x' },
      { type: 'heading', line: 4 },
    ]);
  });

  it('keeps the lines of drawings and of columns laid out by hand, and no others', () => {
    const drawing = '┌──────┐   ┌───────┐\n│ page │──►│ store │\n└──────┘   └───────┘';
    const frame = '+------+\n| page |\n+------+';
    const columns = '-h      help\n-v      version';
    const prose = 'A dash -- or two,\nand  a gap | a bar.\nAnd one+one.';
    const types = [drawing, frame, columns, prose].map((text) => parseProse(`${text}\n\nMore.\n`, 1)[0]);
    expect(types).toEqual([
      { type: 'code', text: drawing, line: 1 },
      { type: 'code', text: frame, line: 1 },
      { type: 'code', text: columns, line: 1 },
      expect.objectContaining({ type: 'paragraph' }),
    ]);
  });

  it('shows imports, exports and components of MDX as written, and prose that begins like them as prose', () => {
    const source = [
      "import { Tabs } from './tabs'",
      "import './style.css'",
      'export const meta = {\n  a: 1,\n}',
      'export default Layout',
      '<Tabs items={[1]}>\n  Words\n</Tabs>',
    ];
    const prose = ['import the file from "Settings"', 'export default settings to a file', 'Read <Badge /> here'];
    const blocks = parseProse([...source, ...prose].join('\n\n'), 1);
    expect(blocks.slice(0, source.length)).toMatchObject(source.map((text) => ({ type: 'code', text })));
    expect(blocks.slice(source.length).map(({ type }) => type)).toEqual(prose.map(() => 'paragraph'));
    expect(blocks.at(-1)).toMatchObject({ inline: [{}, { type: 'code', text: '<Badge />' }, {}] });
  });

  it('has a limited depth', () => {
    const depth = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
    expect(depth(parseProse('>'.repeat(500), 1))).toBeLessThan(60);
    expect(depth(parseProse(`${'*a '.repeat(300)}${'b*'.repeat(300)}`, 1))).toBeLessThan(60);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseProse(text, 1)).toBeInstanceOf(Array);
      }),
    );
  });
});
