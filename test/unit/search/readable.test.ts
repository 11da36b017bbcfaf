import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/model/kind.ts';
import { toReadable } from '../../../src/search/readable.ts';
import { makeSnippet } from '../../../src/search/snippet.ts';

const read = (
  text: string,
  { kind = 'markdown' as Kind, path = 'a.md', context = [] as string[], startLine = 1 } = {},
) => toReadable({ text, kind, path, context, startLine }, 0).text.replace(/\s+/g, ' ');

describe('text of a snippet', () => {
  it.each([
    ['emphasis', 'a **b** *c* __d__ _e_ ***f*** ~~g~~ ==h==', 'a b c d e f g h'],
    [
      'marks that are text',
      'glob `**/*.ts` and 2 * 3 * 4, snake_case_name, a\\*b',
      'glob **/*.ts and 2 * 3 * 4, snake_case_name, a*b',
    ],
    ['headings with anchors', '## Install it {#install}\n\nRun this.', 'Install it · Run this.'],
    ['headings with an underline', 'Install\n-------\nRun this.', 'Install Run this.'],
    [
      'links, images and references',
      '![Logo](a.png) see [the *guide*](https://x.y/(z) "t") or [this][ref].\n\n[ref]: https://x',
      'Logo see the guide or this.',
    ],
    ['a badge', '[![Build](b.svg)](https://ci)', 'Build'],
    [
      'wikilinks and embeds',
      'See [[notes/Plan|the plan]], [[Plan#Goals]] and ![[map.png]].',
      'See the plan, Plan › Goals and map.png.',
    ],
    ['fences', 'Run:\n\n```sh\nnpm **start** # now\n```\n\nDone.', 'Run: npm **start** # now Done.'],
    ['a fence in a list', '- Run:\n  ```sh\n  make\n  ```\n- Stop', '• Run: make • Stop'],
    ['lists and tasks', '- one\n- [x] two\n1. three', '• one • two 1. three'],
    ['quotations and callouts', '> [!note] Mind this\n> text', 'Mind this text'],
    [
      'HTML',
      '<details><summary>More</summary>\n<p align="center">It is <b>bold</b>.<br>Yes &amp; no</p></details><!-- x -->',
      'More It is bold. Yes & no',
    ],
    ['front matter', '---\ntitle: Plan\n---\nText', 'title: Plan Text'],
    ['rules, footnotes and attributes', 'One[^1]{.lead}\n\n***\n\n[^1]: Two', 'One Two'],
    [
      'directives and shortcodes',
      ':::tip Hot\nUse {{< glossary_tooltip text="pods" term_id="pod" >}}.\n:::',
      'Hot Use pods.',
    ],
  ])('has no marks of Markdown: %s', (_, markdown, plain) => expect(read(markdown)).toBe(plain));

  it('writes rows of tables as header and value', () => {
    const table = '| Name | Type |\n|:-----|------|\n| `a\\|b` | **long** |\n| c | |\n\nEnd';
    expect(read(table)).toBe('Name: a|b; Type: long · Name: c · End');
    expect(read('| d | [int](x) |\n', { context: ['| Name | Type |'], startLine: 9 })).toBe('Name: d; Type: int');
    expect(read('| Name | Type |\n|---|---|\n')).toBe('Name; Type');
  });
  it('writes rows of CSV and of documents as header and value', () => {
    expect(read('id,name\n1,"Ann, B."\n', { kind: 'text', path: 'a.csv' })).toBe('id: 1; name: Ann, B.');
    const rows = { kind: 'document' as const, path: 'a.docx', context: [], startLine: 1 };
    expect(read('Before\nid | name\n1 | Ann\n\nAfter', rows)).toBe('Before id: 1; name: Ann After');
  });
  it('writes JSON as keys and values', () => {
    const json = '{\n "name": "qu\\"ire",\n "tags": ["a", "b"],\n "none": {},\n "at": {"x": 1.5, "ok": true}\n},';
    expect(read(json, { kind: 'json', path: 'a.json' })).toBe('name: qu"ire, tags: a, b, none:, at: x: 1.5, ok: true');
  });
  it('does not change code and plain text', () => {
    for (const kind of ['code', 'text', 'type_script'] as const)
      expect(read('a **b** | `c`', { kind })).toBe('a **b** | `c`');
  });
});

describe('marks in a snippet', () => {
  const find = (text: string) =>
    [...text.matchAll(/needle/g)].map(({ index }) => ({
      start: index,
      end: index + 6,
      word: 0,
      how: 'exact' as const,
    }));
  it('are at the words that are shown, wherever markup was', () => {
    const text = `${'[pad](https://example.org/needless/path) '.repeat(60)}\n\n## A **needle** {#x}\n\n| Key | Use |\n|---|---|\n| [needle](u) | \`a needle\` |\n`;
    const chunk = { text, kind: 'markdown' as const, path: 'a.md', startLine: 1, context: [] };
    const { snippet, ranges } = makeSnippet(chunk, find(text).slice(60), { find, toReadable });
    expect(snippet).toMatch(/^…(pad )+A needle · Key: needle; Use: a needle$/);
    expect(ranges.map(([from, to]) => snippet.slice(from, to))).toEqual(['needle', 'needle', 'needle']);
  });
  it('are missing if all matches are in what is not shown', () => {
    const text = `[${'pad '.repeat(90)}](x)\n\nSee [the page](https://needle.org), please.`;
    const chunk = { text, kind: 'markdown' as const, path: 'a.md', startLine: 1, context: [] };
    const { snippet, ranges } = makeSnippet(chunk, find(text), { find, toReadable });
    expect(ranges).toEqual([]);
    expect(snippet).toContain('See the page, please.');
  });
});
