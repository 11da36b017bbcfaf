/** Resolves a path against a folder; one that begins with a slash begins at the root. */
export function resolvePath(path: string, folder = ''): string {
  const segments = path.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
