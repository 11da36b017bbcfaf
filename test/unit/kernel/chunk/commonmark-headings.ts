import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'commonmark';
import { expect } from 'vitest';
import type { Kernel } from '../../../../src/kernel/contract.ts';
import { makeLeafOf } from '../../../support/make-leaf.ts';

interface Heading {
  readonly level: number;
  readonly line: number;
  readonly text: string;
}

/** Headings at document level, by commonmark.js. */
export function readReference(source: string): Heading[] {
  const headings: Heading[] = [];
  for (let node = new Parser().parse(source).firstChild; node; node = node.next) {
    if (node.type !== 'heading') continue;
    let text = '';
    const walker = node.walker();
    for (let event = walker.next(); event; event = walker.next()) {
      const { type, literal } = event.node;
      if (event.entering && (type === 'text' || type === 'code')) text += literal;
      else if (type === 'softbreak' || type === 'linebreak') text += ' ';
    }
    headings.push({ level: node.level, line: node.sourcepos[0][0], text: text.replace(/^[ \t\n]+|[ \t\n]+$/g, '') });
  }
  return headings;
}

/** Paths of all Markdown under node_modules, from there. */
export function listPages(): string[] {
  const names = readdirSync('node_modules', { recursive: true }).map(String);
  return names.filter((name) => name.endsWith('.md')).sort();
}

/** Compares level, line and text of every heading with commonmark.js; returns the number of headings. */
export function expectPage(kernel: Kernel, name: string): number {
  const source = readFileSync(join('node_modules', name), 'utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
  const front = /^---\n(?:[\w"'].*\n|[ \t#-].*\n|\n)*?---[ \t]*\n/.exec(source)?.[0] ?? '';
  // Blank lines replace the front matter, so line numbers stay the same.
  const reference = readReference('\n'.repeat(front.split('\n').length - 1) + source.slice(front.length));
  const found = makeLeafOf(kernel, source, { settings: { max_file_bytes: 1e9 } }).headings;
  // The kernel cuts very long headings.
  const toShort = ({ level, line, text }: Heading) => [level, line, text.slice(0, 400)];
  expect(found.map(toShort), name).toEqual(reference.map(toShort));
  return reference.length;
}

/** Everything that opens or closes a block, for random documents. */
export const PIECES = [
  ...'# ¦## ¦#¦- ¦* ¦+ ¦1. ¦2) ¦10. ¦> ¦>¦    ¦  ¦ ¦\t¦```¦~~~¦````¦`'.split('¦'),
  ...'===¦---¦--¦=¦***¦* * *¦___¦\n¦\n¦\n¦\n\n¦foo¦bar baz¦[a]: /u¦[a]¦[a][b]'.split('¦'),
  ...'[b]: <x> "t"¦(x)¦<div>¦</div>¦<!--¦-->¦<pre>¦</pre>¦<script>¦<a href="x">¦<?¦?>'.split('¦'),
  ..."<!X <![CDATA[ ]]> * _ ** __ ! [ ] \\ &amp; &#35; <http://x.y> é \" 't'".split(' '),
  ...[':', '<br/>', '<b>', 'x_y_z', '日本'],
];
