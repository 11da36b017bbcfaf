import { describe, expect, it } from 'vitest';
import { reduceHtml } from '../../../src/html/reduce-html.ts';
import { readHtml } from '../../../src/read/read-file.ts';
import { sampleSize } from '../../support/sample-size.ts';

/** Enough for work that grows with the square to take minutes. */
const MANY = sampleSize({ sample: 50_000, whole: 200_000 });

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

  it.each([
    ['nested divs', `${'<div>'.repeat(MANY)}x${'</div>'.repeat(MANY)}`, 'x\n'],
    ['unclosed divs and stray end tags', `${'<div>'.repeat(MANY)}${'</span></section>'.repeat(MANY)}x`, 'x\n'],
    ['a tag of many attributes', `<a ${Array.from({ length: MANY }, (_, i) => `x${i}=1`).join(' ')}>x`, 'x\n'],
    ['a run of less-than signs', '<'.repeat(500_000), `${'<'.repeat(500_000)}\n`],
    ['a comment without an end', `x<!--${'-'.repeat(1_000_000)}`, 'x\n'],
    ['self-closing iframes', `${'<iframe/>'.repeat(MANY)}x`, 'x\n'],
    ['self-closing iframes and one end', `${'<iframe/>'.repeat(MANY)}</iframe>x`, 'x\n'],
    ['iframes never closed', `${'<iframe>'.repeat(MANY)}x`, 'x\n'],
    ['a table of many rows', `<table>${'<tr><td>x'.repeat(MANY)}`, `|  |\n| --- |\n${'| x |\n'.repeat(MANY)}`],
    ['back-ticks in code', `<code>${'a`'.repeat(MANY)}`, `\`\` ${'a`'.repeat(MANY)} \`\`\n`],
    ['NUL', 'a\0b', 'ab\n'],
  ])('%s is read in linear work [E4]', (_, html, text) => {
    expect(textOf(html)).toBe(text);
  });

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
