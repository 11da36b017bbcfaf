/** Parses a URL and removes its credentials. */
export function parseUrl(text: string, base?: string): URL | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 8_000 || !URL.canParse(trimmed, base)) return undefined;
  const url = new URL(trimmed, base);
  if (url.username !== '' || url.password !== '') {
    url.username = '';
    url.password = '';
  }
  if (url.hostname.endsWith('.') && url.hostname.length > 1) url.hostname = url.hostname.slice(0, -1);
  return url;
}
