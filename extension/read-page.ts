/** Runs in the page the user looks at: returns its DOM without scripts, styles and form fields. Must not use anything outside itself. */
export function readPage(maxChars: number): { readonly url: string; readonly html: string } {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  const left = 'script, style, noscript, template, iframe, object, embed, input, textarea, select, [contenteditable]';
  for (const element of copy.querySelectorAll(left)) element.remove();
  return { url: location.href, html: `<!doctype html>${copy.outerHTML}`.slice(0, maxChars) };
}
