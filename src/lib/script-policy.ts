/**
 * The one Trusted Types policy: scripts come from our own origin, or from blobs we made ourselves. Import it before anything else; without it the
 * page's CSP lets no worker and no service worker start.
 */
const ownBlobs = new Set<string>();

/** Creates a blob URL that `new Worker` accepts. */
export function createScriptBlobUrl(source: string): string {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  ownBlobs.add(url);
  return url;
}

export function isOwnScriptUrl(url: string, base: string): boolean {
  const parsed = new URL(url, base);
  if (parsed.protocol === 'blob:') return ownBlobs.has(parsed.href);
  return parsed.origin === new URL(base).origin;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    if (isOwnScriptUrl(url, location.href)) return url;
    throw new TypeError('a script from elsewhere was refused');
  },
});
