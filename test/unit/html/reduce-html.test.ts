import { describe, expect, it } from 'vitest';
import { reduceHtml } from '../../../src/html/reduce-html.ts';

const URL_ = 'https://docs.acme.test/guide/start/';

function reduce(body: string, head = ''): string {
  return reduceHtml(
    `<!doctype html><html><head><title>Page | Acme</title>${head}</head><body>${body}</body></html>`,
    URL_,
  ).markdown;
}

function expectNoLeak(markdown: string): void {
  expect(markdown).not.toMatch(
    /Sidebar|Breadcrumb|Edit this page|On this page|Previous|Next »|Copyright|Skip to|¶|Permalink|Copy code|Search docs/,
  );
}

describe('[S6] pages of generators', () => {
  it('keeps a table that names a password, whatever its cells are, and fills cells that another one covers', () => {
    const head = '<tr><th>Host<th>Password</tr>';
    const cell = '<td rowspan=2>nas<td><pre>one\ntwo</pre></tr><tr><td><blockquote>three</blockquote>';
    expect(reduceHtml(`<table role=presentation>${head}<tr>${cell}</tr></table>`, '').markdown).toBe(
      '| Host | Password |\n| --- | --- |\n| nas | `one` `two` |\n|  | three |\n',
    );
    const other = reduceHtml(`<table>${head.replace('Password', 'Example')}<tr>${cell}</tr></table>`, '').markdown;
    expect(other).toContain('```\none\ntwo\n```');
  });

  it('Docusaurus: tabs, admonition, prism code, table, hash links, pager', () => {
    const markdown = reduce(`
<div role="region"><a class="skipToContent" href="#x">Skip to main content</a></div>
<nav class="navbar"><a href="/">Search docs</a></nav>
<div class="docsWrapper"><aside class="theme-doc-sidebar-container"><ul><li>Sidebar entry</li></ul></aside>
<main><div class="row"><div class="col docItemCol"><article>
<nav class="theme-doc-breadcrumbs"><ul><li>Breadcrumb</li></ul></nav>
<span class="theme-doc-version-badge badge">Version: 2.x</span>
<div class="theme-doc-toc-mobile"><button>On this page</button></div>
<div class="theme-doc-markdown markdown"><header><h1>Start here</h1></header>
<p>Use the <code>acme</code> tool with <strong>care</strong> and <a href="../install">install it</a>.</p>
<h2 class="anchor" id="run">Run it<a href="#run" class="hash-link" aria-label="Direct link to Run it" title="Direct link">​</a></h2>
<div class="language-ts codeBlockContainer"><div class="codeBlockTitle">app.ts</div><pre class="prism-code language-ts"><code class="codeBlockLines"><span class="token-line" style="color:#393A34"><span class="token keyword">const</span><span> a = 1;</span><br></span><span class="token-line"><span>  use(a);</span><br></span></code></pre><div class="buttonGroup"><button>Copy code</button></div></div>
<div class="theme-admonition theme-admonition-warning alert alert--warning"><div class="admonitionHeading"><span class="admonitionIcon"><svg></svg></span>Mind this</div><div class="admonitionContent"><p>It is sharp.</p></div></div>
<div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab">npm</li><li role="tab">yarn</li></ul><div><div role="tabpanel"><pre><code class="language-bash">npm i</code></pre></div><div role="tabpanel" hidden><pre><code class="language-bash">yarn add</code></pre></div></div></div>
<table><thead><tr><th>Name</th><th>Type</th></tr></thead><tbody><tr><td><code>a</code></td><td>x | y</td></tr></tbody></table>
<ol start="3"><li>three<ul><li>inner</li></ul></li><li>four</li></ol></div>
<footer class="theme-doc-footer"><a href="/edit">Edit this page</a></footer></article>
<nav class="pagination-nav"><a>Previous</a><a>Next »</a></nav></div>
<div class="col col--3"><div class="theme-doc-toc-desktop"><ul class="table-of-contents"><li>On this page</li></ul></div></div></div></main></div>
<footer class="footer">Copyright Acme</footer>`);
    expectNoLeak(markdown);
    expect(markdown).toContain(
      '# Start here\n\nUse the `acme` tool with **care** and [install it](https://docs.acme.test/guide/install).',
    );
    expect(markdown).toContain('\n## Run it\n');
    expect(markdown).toContain('```ts\nconst a = 1;\n  use(a);\n```');
    expect(markdown).toContain('> **Mind this**\n>\n> It is sharp.');
    expect(markdown).toContain('**npm**\n\n```bash\nnpm i\n```\n\n**yarn**\n\n```bash\nyarn add\n```');
    expect(markdown).toContain('| Name | Type |\n| --- | --- |\n| `a` | x \\| y |');
    expect(markdown).toContain('3. three\n   - inner\n4. four');
  });

  it('Sphinx: role=main, highlight div, signature, headerlink, related bars', () => {
    const markdown = reduce(`
<div class="related" role="navigation"><a href="next.html">Next »</a></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
<section id="store"><h1>Store API<a class="headerlink" href="#store" title="Permalink to this heading">¶</a></h1>
<p>Reads and writes.</p>
<dl class="py function"><dt class="sig sig-object py" id="store.open"><span class="sig-prename descclassname">store.</span><span class="sig-name">open</span><span class="sig-paren">(</span><em class="sig-param">path</em>, <em>mode='r'</em><span class="sig-paren">)</span><a class="reference internal" href="_modules/store.html"><span class="viewcode-link">[source]</span></a><a class="headerlink" href="#store.open">¶</a></dt><dd><p>Opens a <em>store</em>.</p></dd></dl>
<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="kn">import</span> <span class="nn">store</span>
<span class="n">store</span><span class="o">.</span><span class="n">open</span><span class="p">(</span><span class="s1">'x'</span><span class="p">)</span>
</pre></div></div>
<div class="admonition note"><p class="admonition-title">Note</p><p>Close it.</p></div>
<div class="highlight-c"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1
2</pre></div></td><td class="code"><div class="highlight"><pre>int a;
int b;</pre></div></td></tr></table></div>
</section></div></div></div><div class="sphinxsidebar" role="navigation"><h3>Sidebar</h3></div></div><div class="footer" role="contentinfo">Copyright</div>`);
    expectNoLeak(markdown);
    expect(markdown).toMatch(/^# Store API\n\nReads and writes\.\n\n/);
    expect(markdown).toContain("`store.open(path, mode='r')`\n\nOpens a *store*.");
    expect(markdown).toContain("```python\nimport store\nstore.open('x')\n```");
    expect(markdown).toContain('> **Note**\n>\n> Close it.');
    expect(markdown).toContain('```c\nint a;\nint b;\n```');
    expect(markdown).not.toContain('[source]');
  });

  it('VitePress: Shiki lines, custom blocks, code groups, header anchors', () => {
    const markdown = reduce(`
<div id="app"><a href="#VPContent" class="VPSkipLink visually-hidden">Skip to content</a><header class="VPNav">Search docs</header>
<aside class="VPSidebar">Sidebar</aside><div class="VPContent has-sidebar" id="VPContent"><div class="VPDoc has-sidebar has-aside"><div class="container"><div class="aside"><nav class="VPDocAsideOutline">On this page</nav></div>
<div class="content"><main class="main"><div class="vp-doc _guide"><div><h1 id="t" tabindex="-1">Config <a class="header-anchor" href="#t" aria-label="Permalink to &quot;Config&quot;">​</a></h1>
<div class="language-js vp-adaptive-theme line-numbers-mode"><button title="Copy code" class="copy"></button><span class="lang">js</span><pre class="shiki vp-code"><code><span class="line"><span>export default {</span></span>
<span class="line"><span>  a: 1,</span></span>
<span class="line"></span>
<span class="line"><span>}</span></span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br></div></div>
<div class="tip custom-block"><p class="custom-block-title">TIP</p><p>Be brief.</p></div>
<div class="vp-code-group"><div class="tabs"><input type="radio"><label>npm</label><input type="radio"><label>pnpm</label></div><div class="blocks"><div class="language-sh active"><span class="lang">sh</span><pre><code><span class="line">npm i</span></code></pre></div><div class="language-sh"><span class="lang">sh</span><pre><code><span class="line">pnpm i</span></code></pre></div></div></div>
</div></div></main><footer class="VPDocFooter"><a>Edit this page</a><nav class="prev-next">Previous</nav></footer></div></div></div></div></div>`);
    expectNoLeak(markdown);
    expect(markdown).toMatch(/^# Config\n/);
    expect(markdown).toContain('```js\nexport default {\n  a: 1,\n\n}\n```');
    expect(markdown).toContain('> **TIP**\n>\n> Be brief.');
    expect(markdown).toContain('**npm**\n\n```sh\nnpm i\n```\n\n**pnpm**\n\n```sh\npnpm i\n```');
  });

  it('MkDocs Material: tabs, admonition, line spans, edit button', () => {
    const markdown = reduce(`
<header class="md-header">Search docs</header><div class="md-container"><main class="md-main"><div class="md-main__inner md-grid"><div class="md-sidebar md-sidebar--primary">Sidebar</div><div class="md-sidebar md-sidebar--secondary">On this page</div>
<div class="md-content"><article class="md-content__inner md-typeset"><a href="/edit" title="Edit this page" class="md-content__button md-icon">Edit this page</a>
<h1 id="a">Setup<a class="headerlink" href="#a" title="Permanent link">¶</a></h1><p>First text.</p>
<div class="admonition warning"><p class="admonition-title">Careful</p><p>Hot.</p></div>
<div class="tabbed-set tabbed-alternate"><input type="radio"><div class="tabbed-labels"><label>Linux</label><label>Mac</label></div><div class="tabbed-content"><div class="tabbed-block"><p>apt</p></div><div class="tabbed-block"><p>brew</p></div></div></div>
<div class="language-yaml highlight"><pre><span></span><code><a id="l1" name="l1" href="#l1"></a><span class="nt">a</span><span class="p">:</span> 1
<a id="l2" href="#l2"></a><span class="nt">b</span>: 2
</code></pre></div><details class="note"><summary>More</summary><p>Hidden words.</p></details></article></div></div></main></div><footer class="md-footer"><nav>Previous</nav></footer>`);
    expectNoLeak(markdown);
    expect(markdown).toMatch(/^# Setup\n\nFirst text\./);
    expect(markdown).toContain('> **Careful**\n>\n> Hot.');
    expect(markdown).toContain('**Linux**\n\napt\n\n**Mac**\n\nbrew');
    expect(markdown).toContain('```yaml\na: 1\nb: 2\n```');
    expect(markdown).toContain('> **More**\n>\n> Hidden words.');
  });

  it('Starlight: aside boxes, expressive code, anchor links', () => {
    const markdown = reduce(`
<div class="page"><header class="header">Search docs</header><nav class="sidebar">Sidebar</nav><div class="main-frame"><div class="lg:sl-flex"><aside class="right-sidebar-container">On this page</aside><div class="main-pane"><main data-pagefind-body><div class="content-panel"><div class="sl-container"><h1 id="_top">Islands</h1></div></div>
<div class="content-panel"><div class="sl-container"><div class="sl-markdown-content"><p>Text of the page that is long enough.</p>
<div class="sl-heading-wrapper level-h2"><h2 id="why">Why</h2><a class="sl-anchor-link" href="#why"><span aria-hidden="true">#</span><span class="sr-only">Section titled “Why”</span></a></div>
<aside aria-label="Tip" class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Tip</p><div class="starlight-aside__content"><p>Small.</p></div></aside>
<div class="expressive-code"><figure class="frame"><figcaption class="header"></figcaption><pre data-language="astro"><code><div class="ec-line"><div class="code"><span>---</span></div></div><div class="ec-line"><div class="code"><span>&lt;b&gt;x&lt;/b&gt;</span></div></div></code></pre><div class="copy"><button title="Copy code"></button></div></figure></div>
</div><footer class="sl-flex"><a href="/e">Edit this page</a><div class="pagination-links"><a rel="prev">Previous</a></div></footer></div></div></main></div></div></div></div>`);
    expectNoLeak(markdown);
    expect(markdown).toMatch(/^# Islands\n/);
    expect(markdown).toContain('\n## Why\n');
    expect(markdown).not.toContain('Section titled');
    expect(markdown).toContain('> **Tip**\n>\n> Small.');
    expect(markdown).toContain('```astro\n---\n<b>x</b>\n```');
  });

  it('a GitBook-like page of divs: no main content is lost', () => {
    const markdown = reduce(`
<div class="layout"><header>Search docs</header><div class="flex"><aside data-testid="table-of-contents">Sidebar</aside><main class="flex-1"><header class="page-header"><nav aria-label="Breadcrumb">Breadcrumb</nav><h1 class="text-4xl">Billing</h1><p>How to pay</p></header>
<div class="blocks"><p>Pay by <a href="/docs/card">card</a>.</p><h2 id="plans" class="group"><a href="#plans" aria-label="Direct link to heading"><svg></svg></a><div>Plans</div></h2><div class="hint bg-info" role="note"><div><p>Ask first.</p></div></div><ul><li><p>One</p></li><li><p>Two</p></li></ul></div>
<div class="page-nav"><a>Previous</a></div><div class="feedback">Was this helpful?</div></main></div></div>`);
    expectNoLeak(markdown);
    expect(markdown).toContain('# Billing\n\nHow to pay');
    expect(markdown).toContain('Pay by [card](https://docs.acme.test/docs/card).');
    expect(markdown).toContain('## Plans');
    expect(markdown).toContain('> Ask first.');
    expect(markdown).toContain('- One\n- Two');
    expect(markdown).not.toContain('helpful');
  });
});

describe('[S6] odd pages', () => {
  it('a page without any known container is read whole', () => {
    expect(reduce('<div><div>Plain <b>words</b> only.</div></div>')).toContain('Plain **words** only.');
  });

  it('text in a container named like noise is kept when it is most of the page', () => {
    expect(
      reduce('<main><div class="content-toc"><p>All of the text of this page is in here.</p></div></main>'),
    ).toContain('All of the text');
  });

  it('rustdoc, mdBook, highlight.js: a class that is a language, and lines a reader does not see', () => {
    const html = `<main><h1>T</h1><pre class="rust rust-example-rendered"><code>let a = 1;</code></pre>
      <pre><code class="language-rust ignore"><span class="boring">fn main() {
</span>let b = 2;
<span class="boring">}</span></code></pre><pre><code class="hljs python">c = 3</code></pre><pre class="wide">d</pre></main>`;
    expect(reduceHtml(html, 'https://x.test/').markdown).toBe(
      '# T\n\n```rust\nlet a = 1;\n```\n\n```rust\nlet b = 2;\n```\n\n```python\nc = 3\n```\n\n```\nd\n```\n',
    );
  });

  it('rustdoc: methods folded in details keep their headings, without version and source', () => {
    const html = `<main><h1>Struct Vec</h1><details open><summary class="hideme"><span>Expand description</span></summary>
      <p>A contiguous growable array type, with more words to read.</p></details><details><summary><section>
      <span class="rightside"><span class="since">1.0.0</span> · <a class="src" href="/src">Source</a></span>
      <h4 class="code-header">pub fn <a href="#method.new">new</a>() -&gt; Vec&lt;T&gt;</h4></section></summary>
      <p>Constructs a new, empty vector.</p></details><details><summary>More</summary><p>Text.</p></details></main>`;
    expect(reduceHtml(html, 'https://x.test/').markdown).toBe(
      '# Struct Vec\n\nA contiguous growable array type, with more words to read.\n\n#### pub fn new() -> Vec\\<T>\n\n' +
        'Constructs a new, empty vector.\n\n**More**\n\nText.\n',
    );
  });

  it('mdBook: the H1 of the menu is the name of the book, not of the page; brackets of code are not changed', () => {
    const html = `<title>Control Flow - The Book</title><div id="menu-bar"><h1 class="menu-title">The Book</h1></div>
      <main><h2>Control Flow</h2><p>See <a href="/lib"><code>[lib]</code> [1]</a>, and enough words to be a page.</p></main>`;
    const page = reduceHtml(html, 'https://x.test/');
    expect(page.title).toBe('Control Flow');
    expect(page.markdown).toBe(
      '## Control Flow\n\nSee [`[lib]` \\[1\\]](https://x.test/lib), and enough words to be a page.\n',
    );
    const named =
      '<title>Guide</title><header><h1>Guide</h1></header><main><p>Words enough to be read here.</p></main>';
    expect(reduceHtml(named, 'https://x.test/').markdown).toBe('# Guide\n\nWords enough to be read here.\n');
  });

  it('cells with paragraphs, one line of code or a heading stay cells, below the name of their column', () => {
    const rows = '<tr><td><p>anna</p></td><td><pre>a1|b</pre></td></tr>';
    const head = '<tr><th><h4>User</h4></th><th><p>Password</p></th></tr>';
    expect(reduce(`<main><h1>T</h1><table>${head}${rows}</table></main>`)).toBe(
      '# T\n\n| User | Password |\n| --- | --- |\n| anna | `a1\\|b` |\n',
    );
  });

  it('markup in text does not become markup', () => {
    const markdown = reduce(
      '<main><h1>T</h1><p>Use &lt;div&gt; and `tick` and *star* here.</p><p># not a heading</p><p>- not a list</p></main>',
    );
    expect(markdown).toContain('Use \\<div> and \\`tick\\` and \\*star* here.');
    expect(markdown).toContain('\\# not a heading');
    expect(markdown).toContain('\\- not a list');
  });

  it('credentials in links are dropped, script links are text', () => {
    const markdown = reduce(
      '<main><p><a href="https://u:p@x.test/a">one</a> <a href="javascript:alert(1)">two</a></p></main>',
    );
    expect(markdown).toContain('[one](https://x.test/a) two');
  });

  it('base href moves relative links; a broken one does not', () => {
    expect(reduce('<main><a href="x">l</a></main>', '<base href="/root/">')).toContain('https://docs.acme.test/root/x');
    expect(reduce('<main><a href="x">l</a></main>', '<base href="javascript:1">')).toContain(
      'https://docs.acme.test/guide/start/x',
    );
  });

  it('facts: title, description, canonical, refresh, links of navigation too', () => {
    const { facts, title } = reduceHtml(
      '<html><head><title>T - S</title><meta name="description" content="D"><link rel="canonical" href="/c"><meta http-equiv="refresh" content="0; url=/r"></head><body><nav><a href="/n">n</a></nav><main><h1>Head</h1><a href="a#x">a</a></main></body></html>',
      URL_,
    );
    expect(title).toBe('Head');
    expect(facts).toMatchObject({
      description: 'D',
      canonical: 'https://docs.acme.test/c',
      refresh: 'https://docs.acme.test/r',
    });
    expect(facts.links).toEqual(['https://docs.acme.test/n', 'https://docs.acme.test/guide/start/a#x']);
  });
});
