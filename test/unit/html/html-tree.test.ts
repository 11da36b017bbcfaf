import { describe, expect, it } from 'vitest';
import { type HtmlNode, parseHtml, textOf } from '../../../src/html/html-tree.ts';

/** `p(a b(c))`: elements by name, text unchanged. */
function show(html: string): string {
  const toText = (node: HtmlNode | string): string =>
    typeof node === 'string' ? node : `${node.tag}(${node.children.map(toText).join(' ')})`;
  return parseHtml(html).children.map(toText).join(' ');
}

describe('an HTML tree', () => {
  it.each([
    ['a block ends an open paragraph', '<p>a<div>b</div>', 'p(a) div(b)'],
    [
      'an item ends the one before it, not the list around it',
      '<ul><li>a<ul><li>b</ul><li>c</ul>',
      'ul(li(a ul(li(b))) li(c))',
    ],
    ['terms and their texts follow each other', '<dl><dt>a<dd>b<dt>c</dl>', 'dl(dt(a) dd(b) dt(c))'],
    [
      'rows and cells end where the next begins',
      '<table><tr><td>a<td>b<tr><td>c</table>',
      'table(tr(td(a) td(b)) tr(td(c)))',
    ],
    ['an end tag does not reach out of a cell', '<div><table><tr><td>a</div>b</table>', 'div(table(tr(td(ab))))'],
    ['an end tag without a start closes nothing', '<p>a</b>b</p>', 'p(ab)'],
    ['void elements have no content', '<p>a<br>b<img>c</p>', 'p(a br() b img() c)'],
    [
      'what looks like tags in text elements is text',
      '<title>a<b></title><style><p></style>',
      'title(a<b>) style(<p>)',
    ],
    ['without scripts noscript holds elements', '<noscript><a>b</a></noscript>', 'noscript(a(b))'],
  ])('%s', (_, html, tree) => {
    expect(show(html)).toBe(tree);
  });

  it.each([
    ['iframe', '<p>a</p><iframe src="x" /><p>b</p>', 'p(a) iframe() p(b)'],
    ['iframe before another one', '<iframe/><p>a</p><iframe></iframe>', 'iframe() p(a) iframe()'],
    ['iframe in upper case', '<IFRAME/><p>a</p><IFRAME></IFRAME>', 'iframe() p(a) iframe()'],
    ['script', '<script src=x /><p>a</p><script>b</script>', 'script() p(a) script(b)'],
    ['title of an svg', '<svg><title/><path/></svg><p>a</p>', 'svg(title() path()) p(a)'],
    ['style of an svg', '<svg><style/></svg><p>a</p><style>b</style>', 'svg(style()) p(a) style(b)'],
  ])('a self-closing %s is empty, and what follows stays markup', (_, html, tree) => {
    expect(show(html)).toBe(tree);
  });

  it.each([
    ['a self-closing iframe with an end tag contains text', '<iframe/><p>a</p></iframe>b', 'iframe(<p>a</p>) b'],
    ['an iframe that is never closed is empty', '<p>a</p><iframe><p>b</p>', 'p(a) iframe() p(b)'],
    ['a script that is never closed takes the rest', 'a<script>b<p>c</p>', 'a script(b<p>c</p>)'],
  ])('%s', (_, html, tree) => {
    expect(show(html)).toBe(tree);
  });

  it('treats names that every object has like any other element', () => {
    expect(show('<constructor>a</constructor><p>b</p>')).toBe('constructor(a) p(b)');
  });

  it('is never too deep for recursion, and keeps the text below', () => {
    const root = parseHtml(`${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}after`);
    let depth = 0;
    for (let node: HtmlNode | string | undefined = root; typeof node === 'object'; node = node.children[0]) depth++;
    expect(depth).toBeLessThan(500);
    expect(textOf(root)).toBe('deepafter');
  });

  it('skips invisible text', () => {
    expect(textOf(parseHtml('a<script>b</script><svg><text>c</text></svg><template>d</template>e'))).toBe('ae');
  });
});
