import type { Inline } from '../../../src/ui/parts/reader/views/prose-blocks.ts';

interface Found {
  /** Level, line and text. */
  readonly headings: readonly (readonly [level: number, line: number, text: string])[];
  /** Targets inside the collection. */
  readonly links: readonly string[];
  /** Blocks outside of others, without front matter. */
  readonly blocks: readonly string[];
}

/** A text, and what every reader finds in it. */
interface OddMarkdown extends Found {
  readonly name: string;
  readonly lines: readonly string[];
  /** What the kernel or the crawler finds instead, and why. */
  readonly except?: { readonly kernel?: Partial<Found>; readonly crawler?: Partial<Found>; readonly why: string };
}

export const ODD_MARKDOWN: readonly OddMarkdown[] = [
  {
    name: 'a fence inside a longer one',
    lines: ['# A', '````md', '```', '# no [x](x.md)', '```', '````', '## B [y](y.md)'],
    headings: [
      [1, 1, 'A'],
      [2, 7, 'B y'],
    ],
    links: ['y.md'],
    blocks: ['heading', 'code', 'heading'],
  },
  {
    name: 'a fence of the other character inside one, and a fence with an argument inside',
    lines: ['~~~', '```', '# no', '~~~', '```js', '```js', '# no', '```', '# A'],
    headings: [[1, 9, 'A']],
    links: [],
    blocks: ['code', 'code', 'heading'],
  },
  {
    name: 'a code span that looks like a fence',
    lines: ['``` a ``` [x](x.md)', '', '# A'],
    headings: [[1, 3, 'A']],
    links: ['x.md'],
    blocks: ['paragraph', 'heading'],
    except: { kernel: { links: [] }, why: 'the notes of the kernel take any three backticks for a fence' },
  },
  {
    name: 'a fence in a list item, one in a quotation, and one that ends with its item',
    lines: ['- one', '  ```', '  # no', '  ```', '', '> ~~~', '> # no', '> ~~~', '', '- two', '', '  ```', '# A'],
    headings: [[1, 13, 'A']],
    links: [],
    blocks: ['list', 'quote', 'list', 'heading'],
  },
  {
    name: 'a fence that is never closed',
    lines: ['# A', '```', '# no [x](x.md)', '', '## no'],
    headings: [[1, 1, 'A']],
    links: [],
    blocks: ['heading', 'code'],
  },
  {
    name: 'indented code, by spaces and by a tab',
    lines: ['Text', '', '    # no [x](x.md)', '', '\t# no', '', '#\tA'],
    headings: [[1, 7, 'A']],
    links: [],
    blocks: ['paragraph', 'code', 'heading'],
    except: { kernel: { links: ['x.md'] }, why: 'the notes of the kernel know only fenced code' },
  },
  {
    name: 'a list by tabs with a heading inside',
    lines: ['-\tone', '', '\t# inside', '', '# A'],
    headings: [[1, 5, 'A']],
    links: [],
    blocks: ['list', 'heading'],
  },
  {
    name: 'TOML between +++',
    lines: ['+++', 'title = "T"', '# no', '+++', '# A'],
    headings: [[1, 5, 'A']],
    links: [],
    blocks: ['heading'],
  },
  {
    name: 'YAML that ends with dots, with a comment before its first key',
    lines: ['--- ', '# comment', 'title: T # and a comment', '...', '# A'],
    headings: [[1, 5, 'A']],
    links: [],
    blocks: ['heading'],
  },
  {
    name: 'two thematic breaks that are no front matter',
    lines: ['---', 'Some words of text', '', '# A', '---'],
    headings: [[1, 4, 'A']],
    links: [],
    blocks: ['rule', 'paragraph', 'heading', 'rule'],
  },
  {
    name: 'line ends of Windows, with front matter',
    lines: ['---\r', 'title: T\r', '---\r', '# A\r', '\r', '```\r', '# no\r', '```\r', 'B\r', '===\r', ''],
    headings: [
      [1, 4, 'A'],
      [1, 9, 'B'],
    ],
    links: [],
    blocks: ['heading', 'code', 'heading'],
  },
  {
    name: 'headings with underlines, of two lines, and below a definition',
    lines: ['One', 'more', '===', '', '[x]: x.md', '', 'Two [x]', '---', '', '[y]: y.md', '==='],
    headings: [
      [1, 1, 'One more'],
      [2, 7, 'Two x'],
    ],
    links: ['x.md'],
    blocks: ['heading', 'heading', 'paragraph'],
    except: { kernel: { links: ['x.md', 'y.md'] }, why: 'a definition is a link for notes, used or not' },
  },
  {
    name: 'headings with marks at their end, anchors, and none',
    lines: ['# A ##', '## B#', '### C \\##', '#### D {#d .e}', '#no', '##### ', '####### no'],
    headings: [
      [1, 1, 'A'],
      [2, 2, 'B#'],
      [3, 3, 'C ##'],
      [4, 4, 'D'],
      [5, 6, ''],
    ],
    links: [],
    blocks: ['heading', 'heading', 'heading', 'heading', 'paragraph', 'heading', 'paragraph'],
  },
  {
    name: 'references to characters',
    lines: ['# Caf&eacute; &#233;&#xE9; &amp;copy; &copy &nope; `&lt;` \\&lt;', '', '[x](a&amp;b.md)'],
    headings: [[1, 1, 'Café éé &copy; &copy &nope; &lt; &lt;']],
    links: ['a&b.md'],
    blocks: ['heading', 'paragraph'],
    except: { kernel: { links: ['a&amp;b.md'] }, why: 'the notes of the kernel take targets as written' },
  },
  {
    name: 'markup in headings',
    lines: ['# A *b* __c__ `d*e` [f](g.md "h") ![i](https://j.test/) H<sub>2</sub>O \\* snake_case_n'],
    headings: [[1, 1, 'A b c d*e f i H2O * snake_case_n']],
    links: ['g.md'],
    blocks: ['heading'],
  },
  {
    name: 'HTML blocks, comments, and tags around text',
    lines: [
      '<div>',
      '# no',
      '</div>',
      '',
      '<!--',
      '# no',
      '',
      '# no',
      '-->',
      '<details>',
      '',
      '# A',
      '',
      '</details>',
      '',
      '<pre>',
      '',
      '# no',
      '</pre>',
      'text',
    ],
    headings: [[1, 12, 'A']],
    links: [],
    blocks: ['paragraph', 'heading', 'paragraph', 'paragraph'],
  },
  {
    name: 'imports and exports of MDX, and components',
    lines: [
      "import { Tabs } from './tabs'",
      '',
      'export const meta = {',
      '',
      '# no',
      '',
      '}',
      '',
      '# A',
      '',
      '<Tabs>',
      '',
      'Text [x](x.md)',
      '',
      '</Tabs>',
    ],
    headings: [[1, 9, 'A']],
    links: ['x.md'],
    blocks: ['code', 'code', 'heading', 'code', 'paragraph', 'code'],
  },
  {
    name: 'callouts',
    lines: ['> [!NOTE]', '> Text [x](x.md)', '', '> [!tip]- Title', '> # inside', '', '# A'],
    headings: [[1, 7, 'A']],
    links: ['x.md'],
    blocks: ['quote', 'quote', 'heading'],
  },
  {
    name: 'links with parentheses, angles, titles, and none',
    lines: [
      '[a](a(1).md) [b](<b c.md>) [c](c.md "t)") [d](d.md',
      "  't') [no] (x.md) \\[no](x.md) `[no](x.md)` ``[no`](x.md)``",
    ],
    headings: [],
    links: ['a(1).md', 'b c.md', 'c.md', 'd.md'],
    blocks: ['paragraph'],
    except: {
      kernel: { links: ['a(1).md', 'b c.md', 'c.md', 'd.md', 'x.md'] },
      why: 'the notes of the kernel know no escapes',
    },
  },
  {
    name: 'links by reference',
    lines: ['[a][x] [X][] [y] [z] ![i][x]', '', '[x]: x.md', '[Y]: <y y.md> "t"'],
    headings: [],
    links: ['x.md', 'y y.md'],
    blocks: ['paragraph'],
  },
  {
    name: 'wikilinks with a heading, a label, in a table and as an embed',
    lines: ['[[One two#Part|label]] ![[Two]] `[[no]]` \\[[no]]', '', '| a |', '|---|', '| [[Three\\|l]] |'],
    headings: [],
    links: ['One two', 'Two', 'Three'],
    blocks: ['paragraph', 'table'],
    except: {
      kernel: { links: ['One two', 'Two', 'no', 'Three'] },
      crawler: { links: [] },
      why: 'the notes of the kernel know no escapes; a wikilink has no address on a website',
    },
  },
];

/** The words of a heading of the reader. */
export function toText(inline: readonly Inline[]): string {
  return inline
    .map((part) =>
      'inline' in part ? toText(part.inline) : 'text' in part ? part.text : part.type === 'image' ? part.alt : ' ',
    )
    .join('');
}
