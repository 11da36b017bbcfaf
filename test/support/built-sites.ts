/** A page with the markup of a generator. */
const page = (lang: string, head: string, body: string): string =>
  `<!doctype html>\n<html lang="${lang}">\n<head><meta charset="utf-8"><link rel="icon" href="data:,">${head}</head>\n<body>${body}</body>\n</html>\n`;

/** The search box of a page in this folder below the site. */
export const toBox = (up: string): string =>
  `<script type="module" src="${up}quire/quire-search.js"></script><quire-search></quire-search>`;

/** A site of three generators: plain HTML, MkDocs in `mk/`, mdBook in `book/`; a German page, and pages that are not searched. */
export const BUILT_SITE: Readonly<Record<string, string>> = {
  'index.html': page(
    'en',
    '<title>Lamps</title>',
    `${toBox('')}<main><h1>Lamps</h1><p>A lantern is a lamp with walls.</p>
<h2 id="how-to-light">Lighting</h2><p>Light the wick first.</p><p data-quire-ignore>An adwordone.</p></main>`,
  ),
  'mk/trim/index.html': page(
    'en',
    '<title>Trimming - Lamps</title><meta name="description" content="How wicks are trimmed.">',
    `<nav class="md-nav"><a href="../../">Lamps</a></nav>${toBox('../../')}<div class="md-content"><article class="md-content__inner">
<h1 id="trimming">Trimming<a class="headerlink" href="#trimming" title="Permanent link">¶</a></h1><p>A wick is trimmed with scissors.</p>
<h2 id="evening">Every day<a class="headerlink" href="#evening">¶</a></h2><p>Trim the kingfisher lamp.</p><p class="ad">An adwordtwo.</p>
<h2 id="evening_1">Every day<a class="headerlink" href="#evening_1">¶</a></h2><p>Fill the heron lamp.</p></article></div>`,
  ),
  'book/ch01.html': page(
    'en',
    '<title>Oil - The Book of Lamps</title>',
    `<nav id="sidebar"><ol class="chapter"><li><a href="ch01.html">Oil</a></li></ol></nav>${toBox('../')}<main>
<h1 id="oil"><a class="header" href="#oil">Oil</a></h1><p>Oil burns.</p>
<h2 id="which-oil--is-best"><a class="header" href="#which-oil--is-best">Which oil &amp; is best?</a></h2><p>Colza and <code>whale</code>.</p></main>`,
  ),
  'book/print.html': page(
    'en',
    '<title>The Book of Lamps</title><meta name="robots" content="noindex">',
    '<main><h1>Oil</h1><p>Oil burns colza.</p></main>',
  ),
  'old.html': page('en', '<meta http-equiv="refresh" content="0; url=mk/trim/">', '<p>The kingfisher moved.</p>'),
  '404.html': page('en', '<title>Not found</title>', '<main><p>No kingfisher here.</p></main>'),
  'de/index.html': page(
    'de',
    '<title>Lampen</title>',
    `${toBox('../')}<main><h1>Lampen</h1><p>Lantern kingfisher.</p></main>`,
  ),
};
