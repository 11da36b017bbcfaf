import type { Inline } from '../../../src/ui/parts/reader/views/prose-blocks.ts';

interface Found {
  /** `level @line text` */
  readonly headings: readonly string[];
  /** Targets inside the collection. */
  readonly links: readonly string[];
  /** Blocks outside of others, without front matter. */
  readonly blocks: readonly string[];
}

/** A text, and what every reader finds in it. */
interface OddMarkdown extends Found {
  readonly name: string;
  readonly text: string;
  /** `a.md` if missing. */
  readonly path?: string;
  /** Known differences of the kernel or the crawler, with their reason. */
  readonly except?: { readonly kernel?: Partial<Found>; readonly crawler?: Partial<Found>; readonly why: string };
}

export const ODD_MARKDOWN: readonly OddMarkdown[] = [
  {
    name: 'a fence inside a longer one',
    text: '# A\n````md\n```\n# no [x](x.md)\n```\n````\n## B [y](y.md)',
    headings: ['1 @1 A', '2 @7 B y'],
    links: ['y.md'],
    blocks: ['heading', 'code', 'heading'],
  },
  {
    name: 'a fence of the other character inside one, and a fence with an argument inside',
    text: '~~~\n```\n# no\n~~~\n```js\n```js\n# no\n```\n# A',
    headings: ['1 @9 A'],
    links: [],
    blocks: ['code', 'code', 'heading'],
  },
  {
    name: 'a code span that looks like a fence',
    text: '``` a ``` [x](x.md)\n\n# A',
    headings: ['1 @3 A'],
    links: ['x.md'],
    blocks: ['paragraph', 'heading'],
  },
  {
    name: 'a fence in a list item, one in a quotation, and one that ends with its item',
    text: '- one\n  ```\n  # no\n  ```\n\n> ~~~\n> # no\n> ~~~\n\n- two\n\n  ```\n# A',
    headings: ['1 @13 A'],
    links: [],
    blocks: ['list', 'quote', 'list', 'heading'],
  },
  {
    name: 'a fence that is never closed',
    text: '# A\n```\n# no [x](x.md)\n\n## no',
    headings: ['1 @1 A'],
    links: [],
    blocks: ['heading', 'code'],
  },
  {
    name: 'indented code, by spaces and by a tab',
    text: 'Text\n\n    # no [x](x.md)\n\n\t# no\n\n#\tA',
    headings: ['1 @7 A'],
    links: [],
    blocks: ['paragraph', 'code', 'heading'],
    except: { kernel: { links: ['x.md'] }, why: 'the notes of the kernel know only fenced code' },
  },
  {
    name: 'a list by tabs with a heading inside',
    text: '-\tone\n\n\t# inside\n\n# A',
    headings: ['1 @5 A'],
    links: [],
    blocks: ['list', 'heading'],
  },
  {
    name: 'TOML between +++',
    text: '+++\ntitle = "T"\n# no\n+++\n# A',
    headings: ['1 @5 A'],
    links: [],
    blocks: ['heading'],
  },
  {
    name: 'YAML that ends with dots, with a comment before its first key',
    text: '--- \n# comment\ntitle: T # and a comment\n...\n# A',
    headings: ['1 @5 A'],
    links: [],
    blocks: ['heading'],
  },
  {
    name: 'two thematic breaks that are no front matter',
    text: '---\nSome words of text\n\n# A\n---',
    headings: ['1 @4 A'],
    links: [],
    blocks: ['rule', 'paragraph', 'heading', 'rule'],
  },
  {
    name: 'line ends of Windows, with front matter',
    text: '---\r\ntitle: T\r\n---\r\n# A\r\n\r\n```\r\n# no\r\n```\r\nB\r\n===\r\n',
    headings: ['1 @4 A', '1 @9 B'],
    links: [],
    blocks: ['heading', 'code', 'heading'],
  },
  {
    name: 'headings with underlines, of two lines, and below a definition',
    text: 'One\nmore\n===\n\n[x]: x.md\n\nTwo [x]\n---\n\n[y]: y.md\n===',
    headings: ['1 @1 One more', '2 @7 Two x'],
    links: ['x.md'],
    blocks: ['heading', 'heading', 'paragraph'],
    except: { kernel: { links: ['x.md', 'y.md'] }, why: 'a definition is a link for notes, used or not' },
  },
  {
    name: 'headings with marks at their end, anchors, and none',
    text: '# A ##\n## B#\n### C \\##\n#### D {#d .e}\n#no\n##### \n####### no',
    headings: ['1 @1 A', '2 @2 B#', '3 @3 C ##', '4 @4 D', '5 @6 '],
    links: [],
    blocks: ['heading', 'heading', 'heading', 'heading', 'paragraph', 'heading', 'paragraph'],
  },
  {
    name: 'references to characters',
    text: '# Caf&eacute; &#233;&#xE9; &amp;copy; &copy &nope; `&lt;` \\&lt;\n\n[x](a&amp;b.md)',
    headings: ['1 @1 Café éé &copy; &copy &nope; &lt; &lt;'],
    links: ['a&b.md'],
    blocks: ['heading', 'paragraph'],
    except: { kernel: { links: ['a&amp;b.md'] }, why: 'the table of references would load with every import' },
  },
  {
    name: 'markup in headings',
    text: '# A *b* __c__ `d*e` [f](g.md "h") ![i](https://j.test/) H<sub>2</sub>O \\* snake_case_n',
    headings: ['1 @1 A b c d*e f i H2O * snake_case_n'],
    links: ['g.md'],
    blocks: ['heading'],
  },
  {
    name: 'HTML blocks, comments, and tags around text',
    text: '<div>\n# no\n</div>\n\n<!--\n# no\n\n# no\n-->\n<details>\n\n# A\n\n</details>\n\n<pre>\n\n# no\n</pre>\ntext',
    headings: ['1 @12 A'],
    links: [],
    blocks: ['paragraph', 'heading', 'paragraph', 'paragraph'],
  },
  {
    name: 'imports and exports of MDX, and components',
    path: 'a.mdx',
    text: "import { Tabs } from './tabs'\n\nexport const meta = {\n\n# no\n\n}\n\n# A\n\n<Tabs>\n\nText [x](x.md)\n\n</Tabs>",
    headings: ['1 @9 A'],
    links: ['x.md'],
    blocks: ['code', 'code', 'heading', 'code', 'paragraph', 'code'],
  },
  {
    name: 'imports and exports in a file that is not MDX',
    text: "import { Tabs } from './tabs'\n\nexport const meta = {\n\n# A\n\n}",
    headings: ['1 @5 A'],
    links: [],
    blocks: ['code', 'code', 'heading', 'paragraph'],
  },
  {
    name: 'callouts',
    text: '> [!NOTE]\n> Text [x](x.md)\n\n> [!tip]- Title\n> # inside\n\n# A',
    headings: ['1 @7 A'],
    links: ['x.md'],
    blocks: ['quote', 'quote', 'heading'],
  },
  {
    name: 'links with parentheses, angles, titles, and none',
    text: `[a](a(1).md) [b](<b c.md>) [c](c.md "t)") [d](d.md\n  't') [no] (x.md) \\[no](x.md) \`[no](x.md)\` \`\`[no\`](x.md)\`\``,
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
    text: '[a][x] [X][] [y] [z] ![i][x]\n\n[x]: x.md\n[Y]: <y y.md> "t"',
    headings: [],
    links: ['x.md', 'y y.md'],
    blocks: ['paragraph'],
  },
  {
    name: 'wikilinks with a heading, a label, in a table and as an embed',
    text: '[[One two#Part|label]] ![[Two]] `[[no]]` \\[[no]]\n\n| a |\n|---|\n| [[Three\\|l]] |',
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
