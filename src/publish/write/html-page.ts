/** Facts about a page for crawlers and models, as text. Places are relative to `pages/`. */
export interface PageFacts {
  readonly title: string;
  readonly description?: string | undefined;
  /** Where the page is; absent without an address of the site. */
  readonly address?: string | undefined;
  readonly siteName?: string;
  /** The page as Markdown. */
  readonly markdown?: string;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** Returns a page without scripts. `nav` and `body` are HTML. */
export function toPage(
  page: PageFacts & {
    readonly nav: string;
    readonly body: string /** The start of the site, as it is linked; unknown for the page of missing ones. */;
    readonly up: string | undefined;
  },
): string {
  const { markdown, previous, next, up } = page;
  const links = [
    ['alternate', markdown, ' type="text/markdown"'],
    ['describedby', up && `${up}llms.txt`, ' type="text/plain"'],
    ['prev', previous, ''],
    ['next', next, ''],
  ].map(([rel, href, type]) => (href === undefined ? '' : `<link rel="${rel}" href="${href}"${type}>\n`));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${toHeadTags(page)}
${links.join('')}<style>body{max-width:72ch;margin:2rem auto;padding:0 1rem;font-family:system-ui,sans-serif;line-height:1.5;color-scheme:light dark;overflow-wrap:anywhere}pre{white-space:pre-wrap}code{padding:.1rem .25rem;background:#8882;border-radius:.25rem}pre code{display:block;padding:.6rem .8rem;white-space:pre;overflow-x:auto}blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid #8886}table{display:block;overflow-x:auto;border-collapse:collapse}td,th{border:1px solid;padding:.2rem .5rem}small{opacity:.75}li{margin:.3rem 0}.admonition{margin:1rem 0;padding:.1rem 1rem;border-inline-start:3px solid #88f8;background:#8881}@media print{body{max-width:none;margin:0}nav,small{display:none}a{color:inherit;text-decoration:none}pre code{white-space:pre-wrap}pre,table,.admonition{break-inside:avoid}h1,h2,h3{break-after:avoid}}</style>
</head>
<body>
${page.nav && `<nav>${page.nav}</nav>\n`}<main>
${page.body}</main>
</body>
</html>
`;
}

/** The file with the Markdown of a page. */
export function toMarkdownHref(href: string): string {
  return href.replace(/html$/, 'md');
}

/** Title, description and address, also for previews of links. */
export function toHeadTags({ title, description = '', address = '', siteName = '' }: PageFacts): string {
  const [name, about, url, site] = [title, description, address, siteName].map((text) =>
    cutLine(escapeHtml(toLine(text))),
  );
  const toMeta = (property: string, content = ''): string[] =>
    content === '' ? [] : [`<meta property="og:${property}" content="${content}">`];
  return [
    `<title>${name}</title>`,
    ...toMeta('title', name),
    ...(about === '' ? [] : [`<meta name="description" content="${about}">`]),
    ...toMeta('description', about),
    ...(url === '' ? [] : [`<link rel="canonical" href="${url}">`]),
    ...toMeta('url', url),
    ...toMeta('site_name', site),
  ].join('\n');
}

const MAX_LINE_CHARS = 300;

/** Names and descriptions are of any length; no row is longer than a part. */
export function cutLine(text: string): string {
  return text.length <= MAX_LINE_CHARS
    ? text
    : `${text.slice(0, MAX_LINE_CHARS).replace(/&[#\w]{0,5}$|[\uD800-\uDBFF]$/, '')}…`;
}

export function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Keeps a path with line feeds from starting lines of its own. */
export function joinLines(path: string): string {
  return path.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, ' ');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] as string);
}
