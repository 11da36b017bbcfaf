/** Resolves a relative link or image of a file to a path; undefined for absolute addresses. */
export function toFileHref(from: string, href: string): string | undefined {
  if (href === '' || href.startsWith('#') || href.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(href))
    return undefined;
  const clean = toLinkTarget(href);
  const segments = clean.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const segment of clean.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** Returns the path part of a link, decoded. */
export function toLinkTarget(href: string): string {
  return decode(href.replace(/[?#].*$/, ''));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
