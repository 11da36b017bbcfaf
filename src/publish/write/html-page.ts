/** Returns a page without scripts. `nav` and `body` are HTML, title and description text. */
export function toPage(page: {
  readonly title: string;
  readonly description?: string;
  readonly nav: string;
  readonly body: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${toHeadTags(page.title, page.description ?? '')}
<style>body{max-width:72ch;margin:2rem auto;padding:0 1rem;font-family:system-ui,sans-serif;line-height:1.5;color-scheme:light dark;overflow-wrap:anywhere}pre{white-space:pre-wrap}code{padding:.1rem .25rem;background:#8882;border-radius:.25rem}pre code{display:block;padding:.6rem .8rem;white-space:pre;overflow-x:auto}blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid #8886}table{display:block;overflow-x:auto;border-collapse:collapse}td,th{border:1px solid;padding:.2rem .5rem}small{opacity:.75}li{margin:.3rem 0}</style>
</head>
<body>
<nav>${page.nav}</nav>
<main>
${page.body}<p><small>For models: <a href="../llms.txt">llms.txt</a></small></p>
</main>
</body>
</html>
`;
}

/** Title and description, also for previews of links. */
export function toHeadTags(title: string, description: string): string {
  const [name, about] = [title, description].map((text) => cutLine(escapeHtml(toLine(text))));
  const tags = [`<title>${name}</title>`, `<meta property="og:title" content="${name}">`];
  if (about !== '')
    tags.push(`<meta name="description" content="${about}">`, `<meta property="og:description" content="${about}">`);
  return tags.join('\n');
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
