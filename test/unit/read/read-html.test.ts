import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fetchPage } from '../../../src/crawl/fetch/fetch-page.ts';
import { readHtml } from '../../../src/read/read-file.ts';
import { findHtmlFiles } from '../../support/html-files.ts';

function read(html: string) {
  const file = readHtml(new TextEncoder().encode(html));
  return { ...file, text: new TextDecoder().decode(file.bytes) };
}

const PAGE = readFileSync(new URL('../../fixtures/html/page.html', import.meta.url), 'utf8');

describe('text of HTML', () => {
  it('is the Markdown of the page: headings, fences, tables and links, without navigation, scripts and styles', () => {
    expect(read(PAGE).text).toBe(
      '# Install\n\nTake the **newest** release\u00a0of `quire`,  \nthen run it.\n\n## On C#\n\n```\nfirst\n  second\n\nthird\n```\n\n' +
        '| Name | Size |\n| --- | --- |\n| one | 1 < 2 |\n\n![A diagram](a.png)\n\n### Last\n\nend\n',
    );
  });

  it('names the first and last source line of every line', () => {
    const { text, sourceLines, sourceLastLines, sourceLineCount } = read(PAGE);
    const source = PAGE.split('\n');
    const lines = text.split('\n').slice(0, -1);
    expect(sourceLines).toHaveLength(lines.length);
    expect(sourceLineCount).toBe(source.length - 1);
    lines.forEach((line, i) => {
      const cited = source.slice((sourceLines?.[i] as number) - 1, sourceLastLines?.[i]).join('\n');
      for (const word of line.match(/\w+/g) ?? []) expect(cited).toContain(word);
    });
    const at = (word: string) => lines.findIndex((line) => line.includes(word));
    expect([sourceLines?.[at('newest') + 1], sourceLines?.[at('second')], sourceLastLines?.[at('one')]]).toEqual([
      15, 20, 29,
    ]);
  });

  it('has the title and description of the page, on one line', () => {
    expect(read(PAGE)).toMatchObject({ title: 'Install', description: 'How to install it.' });
    expect(read('<title>Only  this</title><p>text')).toMatchObject({
      title: 'Only this',
      text: '# Only this\n\ntext\n',
    });
  });

  it.each([
    ['<p>one<p>two', 'one\n\ntwo\n'],
    ['<ul><li>one<li>two</ul>three', '- one\n- two\n\nthree\n'],
    ['one<br/>two', 'one  \ntwo\n'],
    ['<pre>```\n# no title\n```</pre>', '````\n```\n# no title\n```\n````\n'],
    ['<div><pre> a</div> b', '```\n a\n```\n\nb\n'],
    ['a</section>b', 'ab\n'],
    ['gh<b>p_</b>x9, <i>un</i>bound, a <b>whole</b> word', 'ghp_x9, unbound, a **whole** word\n'],
    ['<table><tr><td>a<td>b<tr><td>c</table>', '|  |  |\n| --- | --- |\n| a | b |\n| c |  |\n'],
    ['a &amp; b &copy; &#x1F600; &zzz;', 'a & b © 😀 &zzz;\n'],
    [
      '<?xml version="1.0"?>\n<html><head><script src="a.js"/><title/></head><body><main><div/>seen</main></body></html>',
      'seen\n',
    ],
    ['  \n ', ''],
  ])('%j reads %j', (html, text) => {
    expect(read(html).text).toBe(text);
  });
});

describe('a saved page', () => {
  const url = 'https://docs.acme.test/guide/start';

  async function crawl(html: string) {
    const bytes = new TextEncoder().encode(html);
    const body = {
      status: 200,
      url,
      contentType: 'text/html',
      bytes,
      isCut: false,
      isRateLimited: false,
      retryAfterMs: undefined,
    };
    const answer = await fetchPage(url, {
      requester: { ask: async () => ({ type: 'body', body }), prime() {} },
      reader: undefined,
      isUnreadable: false,
      maxBytes: 10_000_000,
      isLlmsPage: false,
      mdPlace: { pattern: undefined, misses: 0 },
      answered: '',
      mayAsk: async () => false,
      onRetry() {},
    });
    return answer.type === 'page' ? { text: answer.markdown, title: answer.title } : undefined;
  }

  it('reads as the crawled one, on every real page that is installed', async () => {
    let pages = 0;
    for (const path of findHtmlFiles()) {
      const html = readFileSync(path, 'utf8')
        .replace(/^\ufeff/, '')
        .replace(/\r\n?/g, '\n');
      const crawled = await crawl(html);
      if (crawled === undefined) continue;
      const { text, title, language } = read(`<!-- saved from url=(0033)${url} -->\n${html}`);
      if (language !== undefined) continue;
      expect({ path, text, title: title?.slice(0, 200) }).toEqual({
        path,
        ...crawled,
        title: crawled.title.slice(0, 200),
      });
      pages++;
    }
    expect(pages).toBeGreaterThan(0);
  });

  it('without an address keeps relative links unchanged', async () => {
    const html = '<main><h1>A</h1><p>See <a href="../b.html#c">b</a> and <img src="d.png" alt="the d">.</p></main>';
    expect(read(html).text).toBe('# A\n\nSee [b](../b.html#c) and ![the d](d.png).\n');
    expect((await crawl(html))?.text).toContain('[b](https://docs.acme.test/b.html#c)');
  });
});
