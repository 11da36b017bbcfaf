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

const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])(?=[:/?#]|$)/i;
const NAMED_HOST = /^[\w.-]+\.[a-z]{2,}(?=[:/?#]|$)/i;

/** Returns whether a text begins with a host: `docs.example.org/guide`, `localhost:8610`. */
export function isBareAddress(text: string): boolean {
  return NAMED_HOST.test(text) || LOOPBACK.test(text);
}

/** Adds the scheme to an address without one: http on this machine, https elsewhere. */
export function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return `${LOOPBACK.test(text) ? 'http' : 'https'}://${text}`;
}
