import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeEntityNames } from '../../../scripts/make-entities.mjs';
import { readMarkdown } from '../../../src/crawl/page/markdown-page.ts';
import { decodeEntities } from '../../../src/markdown/entities.ts';
import { ENTITY_NAMES } from '../../../src/markdown/entity-names.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

const kernel = await loadNodeKernel();

describe('front matter', () => {
  it.each([
    ['YAML', ['---', 'title: A b', 'description: c', '---']],
    ['YAML with quotes and escapes', ['---', 'title: "A \\"b\\""', "description: 'it''s'", '---']],
    ['comments behind values', ['---', 'title: A # no', 'description: "b # c" # no', '---']],
    ['folded and literal blocks', ['---', 'title: >-', '  A', '  b: c', 'description: |', '  d', '', '  e', '---']],
    ['TOML', ['+++', 'title = "A"', "description = 'b'", '[extra]', 'title = "no"', '+++']],
    ['keys in quotes, nested keys and lists', ['---', '"x": y', 'tags:', '  - title: no', 'title: A', '---']],
    ['dots at the end', ['---', 'title: A', '...']],
    ['no key at first', ['---', 'Some text', 'title: A', '---']],
    ['no end', ['---', 'title: A']],
  ])('has the same title and description in the kernel and the crawler: %s', (_, lines) => {
    const text = `${lines.join('\n')}\n# H\n`;
    const { title, view } = makeLeafOf(kernel, text);
    expect(readMarkdown(text, 'https://x.test/')).toMatchObject({ title: title || 'H', description: view.description });
  });
});

describe('references to characters', () => {
  it('have the names of HTML (written by `node scripts/make-entities.mjs`)', () => {
    expect(readFileSync('src/markdown/entity-names.ts', 'utf8')).toBe(makeEntityNames());
  });

  it('equal the ones in the kernel, except that it knows fewer names and the older meaning of two', () => {
    const names = ENTITY_NAMES.split(' ').filter((_, i) => i % 2 === 0);
    const { headings } = makeLeafOf(kernel, names.map((name) => `# x&${name};x\n`).join(''));
    const known = headings.filter(({ text }, i) => text !== `x&${names[i]};x`);
    expect(known.length).toBeGreaterThan(280);
    const others = known.filter(({ text, line }) => text !== decodeEntities(`x&${names[line - 1]};x`));
    expect(others.map(({ line }) => names[line - 1])).toEqual(['lang', 'rang']);
  });

  it('become U+FFFD for a code point that does not exist', () => {
    expect(decodeEntities('&#0; &#xD800; &#x110000; &#65; &eacute &x;')).toBe('\ufffd \ufffd \ufffd A &eacute &x;');
  });
});
