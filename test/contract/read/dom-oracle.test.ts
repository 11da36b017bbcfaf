import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isBlock } from '../../../src/html/elements.ts';
import { attributeOf, type HtmlNode, parseHtml } from '../../../src/html/html-tree.ts';
import { findHtmlFiles } from '../../support/html-files.ts';
import { createRandom } from '../../support/random.ts';
import { findDomWords, LEFT_OUT } from './dom-words.ts';

function wordsOf(html: string): readonly string[] {
  const toText = (node: HtmlNode | string): string => {
    if (typeof node === 'string') return node;
    if (LEFT_OUT.has(node.tag)) return '';
    const alt = /^(?:img|area|input)$/.test(node.tag) ? ` ${attributeOf(node, 'alt')} ` : '';
    const space = isBlock(node.tag) || node.tag === 'br' ? ' ' : '';
    return `${alt.trim() === '' ? '' : alt}${space}${node.children.map(toText).join('')}${space}`;
  };
  return toText(parseHtml(html))
    .split(/[ \t\n\f\r]+/)
    .filter((word) => word !== '');
}

/** Without tables, select and button: they move or refuse what is misplaced in them, which a reader without a tree cannot do. */
const SOUP =
  'div p b i span ul li h1 h2 pre script style iframe svg math title textarea a br hr img code section foreignObject desc mi em dl dt dd template object blockquote'.split(
    ' ',
  );

function makeSoup(seed: number): string {
  const random = createRandom(seed);
  let html = '';
  for (let i = 0; i < 16; i++) {
    const dice = random.next();
    if (dice < 0.35) html += `<${random.pick(SOUP)}>`;
    else if (dice < 0.6) html += `</${random.pick(SOUP)}>`;
    else html += `w${i}${random.pick(['', ' ', '\n'])}`;
  }
  // Where an iframe is never closed a DOM loses the rest of the page, and the reader does not.
  return `${html}</iframe>`;
}

describe('words of HTML', () => {
  it('match a DOM on every real page that is installed', () => {
    let pages = 0;
    for (const path of findHtmlFiles()) {
      const html = readFileSync(path, 'utf8')
        .replace(/^\ufeff/, '')
        .replace(/\r\n?/g, '\n');
      expect({ path, words: wordsOf(html) }).toEqual({ path, words: findDomWords(html) });
      pages++;
    }
    expect(pages).toBeGreaterThan(20);
  });

  it('match a DOM when a page is minified or its end tags are lost', () => {
    const page = readFileSync(new URL('../../fixtures/html/page.html', import.meta.url), 'utf8');
    const minified = page.replace(/>\s+</g, '><').replace(/\n/g, ' ');
    const unclosed = page.replace(/<\/(?:p|li|td|th|tr|body|html|h3)>/g, '');
    for (const html of [minified, unclosed]) expect(wordsOf(html)).toEqual(findDomWords(html));
  });

  it('match a DOM on tag soup', () => {
    const seeds = Array.from({ length: 150 }, (_, seed) => seed + 1);
    const wrong = seeds.filter((seed) => wordsOf(makeSoup(seed)).join(' ') !== findDomWords(makeSoup(seed)).join(' '));
    expect(wrong.map((seed) => [seed, makeSoup(seed)])).toEqual([]);
  });
});
