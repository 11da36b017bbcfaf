import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../src/read/read-html.ts';

function read(html: string) {
  const file = readHtml(new TextEncoder().encode(html));
  return { ...file, text: new TextDecoder().decode(file.bytes) };
}

const PAGE = readFileSync(new URL('../../fixtures/html/page.html', import.meta.url), 'utf8');

describe('text of HTML', () => {
  it('is the visible text: blocks on lines of their own, cells separated, pre unchanged', () => {
    const lines = [
      ...[
        'Install & run',
        '',
        'Home',
        'Docs',
        '',
        'Install¶',
        '',
        'Take the newest',
        'release\u00a0of quire,',
        'then run it.',
        '',
      ],
      ...[
        'On C#',
        '',
        '',
        'first',
        '  second',
        '',
        'third',
        '',
        'Name\tSize',
        'one\t1 < 2',
        '',
        'A diagram',
        '',
        'Last',
        '',
        'end',
        '',
      ],
    ];
    expect(read(PAGE).text.split('\n')).toEqual(lines);
  });

  it('names the source line of every line', () => {
    const { text, sourceLines, sourceLineCount } = read(PAGE);
    const source = PAGE.split('\n');
    const lines = text.split('\n').slice(0, -1);
    expect(sourceLines).toHaveLength(lines.length);
    expect(sourceLineCount).toBe(source.length - 1);
    lines.forEach((line, index) => {
      const first = line.trim().split(/\s/)[0] ?? '';
      const at = source[(sourceLines?.[index] as number) - 1];
      expect(at).toContain(first.replace('¶', ''));
    });
  });

  it('has headings as cuts on its lines, without permalinks', () => {
    const { text, cuts } = read(PAGE);
    const lines = text.split('\n');
    expect(cuts?.map((cut) => [cut.what, cut.level, cut.name, lines[cut.line - 1]])).toEqual([
      ['heading', 1, 'Install', 'Install¶'],
      ['heading', 2, 'On C#', 'On C#'],
      ['heading', 3, 'Last', 'Last'],
    ]);
  });

  it('has the title and description of the page, on one line', () => {
    expect(read(PAGE)).toMatchObject({ title: 'Install & run', description: 'How to install it.' });
    expect(read('<p>x').title).toBeUndefined();
  });

  it.each([
    ['a<b>b</b>c', 'abc\n'],
    ['<p>one<p>two', 'one\n\ntwo\n'],
    ['<ul><li>one<li>two</ul>three', 'one\ntwo\n\nthree\n'],
    ['one<br/>two', 'one\ntwo\n'],
    ['<div>one<div>two</div></div>', 'one\ntwo\n'],
    ['<dl><dt>term<dd>meaning</dl>', 'term\nmeaning\n'],
    ['<select><option>a<option>b</select>', 'a\nb\n'],
    ['x<img alt="  the   alt ">y', 'x the alt y\n'],
    ['<textarea>\n a\n  b</textarea>', ' a\n  b\n'],
    ['<div><pre> a</div> b', ' a\nb\n'],
    ['a</section>b', 'ab\n'],
    ['<table><tr><td>a<td>b<tr><td>c</table>', 'a\tb\nc\n'],
    ['a &amp; b &copy; &#x1F600; &zzz;', 'a & b © 😀 &zzz;\n'],
    ['  \n ', ''],
    ['', ''],
  ])('%j reads %j', (html, text) => {
    expect(read(html).text).toBe(text);
  });

  it('ends an unclosed heading with the next one or with its container', () => {
    expect(read('<h1>one<h2>two</h3>text').cuts?.map((cut) => cut.name)).toEqual(['one', 'two']);
    expect(read('<div><h2>one</div>text').cuts).toEqual([{ line: 1, level: 2, what: 'heading', name: 'one' }]);
    expect(read('<h1></h1><h2> <img alt="Logo"></h2>').cuts?.map((cut) => cut.name)).toEqual(['Logo']);
  });

  it('closes XML elements that HTML would leave open', () => {
    const xhtml =
      '<?xml version="1.0"?>\n<html><head><script src="a.js"/><title/></head><body><div/><p>seen</p></body></html>';
    expect(read(xhtml).text).toBe('seen\n');
  });
});
