import { describe, expect, it } from 'vitest';
import { reduceHtml } from '../../../src/html/reduce-html.ts';
import { readHtml } from '../../../src/read/read-file.ts';
import { expectGrowth } from '../../support/growth-of.ts';
import { sampleSize } from '../../support/sample-size.ts';

const MANY = sampleSize({ sample: 16_000, whole: 64_000 });
type Hostile = readonly [name: string, make: (n: number) => string, text?: RegExp | ((n: number) => string)];

/** Texts that a careless reader visits again and again; without a third part they are read as `x`. */
const LARGE: readonly Hostile[] = [
  ['nested divs', (n) => `${'<div>'.repeat(n)}x${'</div>'.repeat(n)}`],
  ['unclosed divs and stray end tags', (n) => `${'<div>'.repeat(n)}${'</span></section>'.repeat(n)}x`],
  ['a tag of many attributes', (n) => `<a ${Array.from({ length: n }, (_, i) => `x${i}=1`).join(' ')}>x`],
  ['less-than characters', (n) => '<'.repeat(n * 2), (n) => `${'<'.repeat(n * 2)}\n`],
  ['a comment without an end', (n) => `x<!--${'-'.repeat(n * 10)}`],
  ['self-closing iframes', (n) => `${'<iframe/>'.repeat(n)}x`],
  ['self-closing iframes and one end', (n) => `${'<iframe/>'.repeat(n)}</iframe>x`],
  ['iframes never closed', (n) => `${'<iframe>'.repeat(n)}x`],
  ['a table of many rows', (n) => `<table>${'<tr><td>x'.repeat(n)}`, (n) => `|  |\n| --- |\n${'| x |\n'.repeat(n)}`],
  ['back-ticks in code', (n) => `<code>${'a`'.repeat(n)}`, (n) => `\`\` ${'a`'.repeat(n)} \`\`\n`],
  ['open spans', (n) => `${'<span>'.repeat(n)}x`],
  ['open lists', (n) => `${'<ul><li>'.repeat(n / 2)}x`, /x\n$/],
  ['open quotes', (n) => `${'<blockquote>'.repeat(n / 2)}x`, /x\n$/],
  ['open tables', (n) => `${'<table><tr><td>'.repeat(n / 4)}x`, /x/],
  ['formatting', (n) => `${'<b><i><a href=y>'.repeat(n / 4)}x`, /x/],
  ['paragraphs in lists', (n) => `<ul>${'<li><p>x'.repeat(n / 2)}`, (n) => '- x\n'.repeat(n / 2)],
  ['brackets', (n) => `<p>${'['.repeat(n * 4)}`, /\[/],
];

function textOf(html: string): string {
  return reduceHtml(html, '').markdown;
}

describe('hostile HTML', () => {
  it.each([
    ['script with a closing tag in a string', '<script>var a = "</scr" + "ipt>LEAK"</script>ok'],
    ['script in a double-escaped comment', '<script><!--<script>LEAK</script>LEAK--></script>ok'],
    ['script never closed', 'ok<script>LEAK'],
    ['script in upper case with spaces', '<SCRIPT >LEAK</SCRIPT\n>ok'],
    ['style with a tag inside', '<style><p>LEAK</p></style>ok'],
    ['style in svg', '<svg><style>LEAK</style></svg>ok'],
    ['script in svg is no raw text, still left out', '<svg><script>LEAK<p>ok</p>'],
    ['svg title and desc', '<svg><title>LEAK</title><desc>LEAK</desc></svg>ok'],
    ['HTML inside foreignObject', '<svg><foreignObject><p>LEAK</p></foreignObject>LEAK</svg>ok'],
    ['an unclosed svg ends at HTML', '<svg><path>LEAK<p>ok'],
    ['an unclosed svg ends with its parent', '<div><svg><g>LEAK</div>ok'],
    ['CDATA in svg', '<svg><![CDATA[LEAK</svg>LEAK]]></svg>ok'],
    ['iframe', '<iframe><p>LEAK</iframe>ok'],
    ['self-closing iframe', '<iframe src="LEAK" /><p>ok</p>'],
    ['self-closing iframe before another one', '<iframe/><p>ok</p><iframe>LEAK</iframe>'],
    ['self-closing iframe with an end tag', '<iframe/><p>LEAK</p></iframe>ok'],
    ['self-closing script', '<script src="LEAK"/><p>ok</p><script>LEAK</script>'],
    ['self-closing textarea', '<textarea/><script>LEAK</script>ok'],
    ['iframe never closed', '<iframe src="LEAK"><p>ok</p>'],
    ['object', '<object><p>LEAK</p><object>LEAK</object>LEAK</object>ok'],
    ['template', '<template><div>LEAK</div></template>ok'],
    ['noscript', '<noscript><p>LEAK</noscript>ok'],
    ['comments', '<!-- LEAK --!>ok<!-->ok<!--->ok<!LEAK>ok<?LEAK?>'],
    ['conditional comments', '<!--[if IE]><p>LEAK</p><![endif]-->ok'],
    ['attributes', '<p title="LEAK > LEAK" data-x=\'LEAK\'>ok</p>'],
    ['a tag cut off', 'ok<p title="LEAK'],
    ['end tag with attributes', 'ok</p LEAK="LEAK">'],
    ['textarea keeps tags as text', '<textarea><script>ok</script></textarea>'],
  ])('%s: no skipped text leaks, the rest is read', (_, html) => {
    const text = textOf(html);
    expect(text).not.toContain('LEAK');
    expect(text).toContain('ok');
  });

  it.each([
    ['an & at the end of lines', `${'a &\n'.repeat(50)}<p>here</p>`, 51],
    ['&# and &x at the end of lines', `${'a &#\nb &x\nc &amp\n'.repeat(10)}<p>here</p>`, 31],
    ['an & at the end of lines of an attribute', `<p title="${'&\n'.repeat(20)}">x</p>\n<p>here</p>`, 22],
    ['lone CRs', `${'a\rb\r\r'.repeat(20)}\n<p>here</p>`, 2],
    ['lone CRs in preformatted text', '<pre>a\rb\rc\nhere\n</pre>', 2],
    ['an & at the end of lines of preformatted text', `<pre>${'x &\n'.repeat(9)}here\n</pre>`, 10],
  ])('%s: lines match the source', (_, html, line) => {
    const { bytes, sourceLines } = readHtml(new TextEncoder().encode(html));
    const lines = new TextDecoder().decode(bytes).split('\n');
    expect(sourceLines?.[lines.findIndex((text) => text.includes('here'))]).toBe(line);
  });

  for (const [name, make, text = () => 'x\n'] of LARGE)
    it(`${name}: read completely, in time in proportion to the size [E4] [S6]`, async () => {
      if (text instanceof RegExp) expect(textOf(make(MANY))).toMatch(text);
      else expect(textOf(make(MANY))).toBe(text(MANY));
      await expectGrowth(textOf, { sixteenth: make(MANY / 16), whole: make(MANY), below: 6 });
    });

  it('NUL is dropped', () => expect(textOf('a\0b')).toBe('ab\n'));

  it('megabytes on one line stay one line', () => {
    const words = sampleSize({ sample: 400_000, whole: 2_000_000 });
    const file = readHtml(new TextEncoder().encode('word '.repeat(words)));
    expect(file.sourceLines).toEqual(new Uint32Array([1]));
    expect(file.bytes).toHaveLength(words * 5);
  });

  it('an unclosed heading that swallows the page has a limited name', () => {
    const file = readHtml(new TextEncoder().encode(`<h1>${'\u{1f600}'.repeat(5_000)}`));
    const name = file.cuts?.[0]?.name ?? '';
    expect(name.length).toBeLessThanOrEqual(200);
    expect(name).toBe('\u{1f600}'.repeat(name.length / 2));
  });
});
