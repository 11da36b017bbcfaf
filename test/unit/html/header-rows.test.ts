import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUtf8 } from '../../../src/lib/bytes.ts';
import { readHtml } from '../../../src/read/read-html.ts';

/** Returns the lines below each header, except blank ones, with the headers. */
const listContexts = (html: string): [string[], readonly string[]][] => {
  const { bytes, context = [] } = readHtml(new TextEncoder().encode(html));
  const lines = fromUtf8(bytes).split('\n');
  return context.map(({ firstLine, lastLine, texts }) => [
    lines.slice(firstLine - 1, lastLine).filter((line) => line !== ''),
    texts,
  ]);
};

const BODY = '<tr><td>heron</td><td>4</td></tr><tr><td>grebe</td><td>2</td></tr>';
const LINES = ['heron\t4', 'grebe\t2'];

describe('header rows of HTML tables', () => {
  it.each([
    ['in thead', `<table><thead><tr><th>bird</th><th>eggs</th></tr></thead><tbody>${BODY}</tbody></table>`],
    ['in thead without th', `<table><thead><tr><td>bird</td><td>eggs</td></tr></thead>${BODY}</table>`],
    ['as a first row of th', `<table><tr><th>bird</th><th>eggs</th></tr>${BODY}</table>`],
    ['without end tags', `<table><tr><th>bird<th>eggs${BODY.replaceAll(/<\/t[rd]>/g, '')}</table>`],
    ['with a caption', `<table><caption>Eggs</caption><tr><th> bird </th>\n<th>eggs</th></tr>${BODY}</table>`],
    [
      'below a title over all columns',
      `<table><tr><th colspan=2>Count</th></tr><tr><th>bird</th><th>eggs</th></tr>${BODY}</table>`,
    ],
    [
      'in a layout table',
      `<table><tr><td>menu</td><td><table><tr><th>bird</th><th>eggs</th></tr>${BODY}</table></td></tr></table>`,
    ],
    ['of a table that is not closed', `<table><tr><th>bird</th><th>eggs</th></tr>${BODY}`],
  ])('are found %s', (_, html) => {
    expect(listContexts(`<p>Before</p>${html}`)).toEqual([[LINES, ['bird | eggs']]]);
  });

  it('of two levels are both reported', () => {
    const head = '<tr><th>bird</th><th>young</th></tr><tr><th>name</th><th>eggs</th></tr>';
    expect(listContexts(`<table>${head}${BODY}</table>`)).toEqual([[LINES, ['bird | young', 'name | eggs']]]);
  });

  it.each([
    ['there are none', `<table>${BODY}</table>`],
    ['headers are at the side', '<table><tr><th>heron</th><td>4</td></tr><tr><th>grebe</th><td>2</td></tr></table>'],
    ['nothing is below them', '<table><tr><th>bird</th><th>eggs</th></tr></table><p>After</p>'],
    ['cells are outside of a table', `<tr><th>bird</th><th>eggs</th></tr>${BODY}`],
  ])('are ignored if %s', (_, html) => {
    expect(listContexts(html)).toEqual([]);
  });

  it('of one table end with it, and at a nested table', () => {
    const table = `<table><tr><th>bird</th><th>eggs</th></tr>${BODY}</table>`;
    const outer = `<table><tr><th>who</th><th>what</th></tr><tr><td>one</td><td>two</td></tr><tr><td>${table}</td></tr><tr><td>last</td></tr></table>`;
    expect(listContexts(`${table}<p>Between</p>${outer}<p>After</p>`)).toEqual([
      [LINES, ['bird | eggs']],
      [['one\ttwo'], ['who | what']],
      [LINES, ['bird | eggs']],
    ]);
  });

  it('are in order and never overlap, for any tags', () => {
    const piece = fc.constantFrom(
      ...['<table>', '</table>', '<thead>', '</thead>', '<tbody>', '<tr>', '</tr>', '<th>', '<td>', '<p>', 'a', ' b '],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { bytes, context = [] } = readHtml(new TextEncoder().encode(pieces.join('')));
        const lineCount = fromUtf8(bytes).split('\n').length - 1;
        let last = 0;
        for (const { firstLine, lastLine, texts } of context) {
          expect(firstLine).toBeGreaterThan(last);
          expect(lastLine).toBeGreaterThanOrEqual(firstLine);
          expect(lastLine).toBeLessThanOrEqual(lineCount);
          expect(texts.length).toBeGreaterThan(0);
          last = lastLine;
        }
      }),
      { numRuns: 300 },
    );
  });
});
