import type { SkipCode } from '../../model/site/site.ts';
import { isLlmsFullName } from '../../site/llms-name.ts';
import { parseUrl } from '../../site/web-address.ts';

/** One URL in its forms [S8]. */
export interface PageUrl {
  /** The page's identity: no tracking, index file, trailing slash or `.md`. */
  readonly key: string;
  /** The URL to request: like the key, but with its slash and file name, which matter to servers. */
  readonly request: string;
  readonly host: string;
  /** The URL as written when it differs from the key, else empty. */
  readonly alias: string;
}

export type UrlAnswer = { readonly page: PageUrl } | { readonly skip: SkipCode; readonly alias: string };

const TRACKING =
  /^(?:utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_hs(?:enc|mi)|hsa_\w+|_ga|_gl|vero_\w+|mkt_tok|ref|ref_src|referrer|spm|trk|cmpid|campaign_id)$/i;
const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i;

/** Turns a link target into a page URL, or returns the reason to skip it. */
export function toPageUrl(text: string, options: { base?: string; allowQuery: boolean }): UrlAnswer {
  const url = parseUrl(text, options.base);
  if (!url) return { skip: 'bad-url', alias: '' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { skip: 'bad-scheme', alias: '' };
  if (url.hostname === '') return { skip: 'bad-url', alias: '' };
  const written = url.href;
  stripTracking(url);
  if (!isHashRoute(url.hash)) url.hash = '';
  if (url.search !== '' && !options.allowQuery) {
    url.search = '';
    return { skip: 'query-skip', alias: toKey(url) };
  }
  const key = toKey(url);
  return { page: { key, request: url.href, host: url.host, alias: written === key ? '' : written } };
}

/** Key of an address that may be outside the site, or no page. */
export function toPageKey(url: string): string {
  const answer = toPageUrl(url, { allowQuery: true });
  return 'page' in answer ? answer.page.key : url;
}

/** `#/guide` and `#!/guide` name pages; `#install` names a place in one. */
function isHashRoute(hash: string): boolean {
  return /^#!?\/./.test(hash);
}

function stripTracking(url: URL): void {
  if (url.search === '') return;
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !TRACKING.test(pair.split('=', 1)[0] as string));
  url.search = kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function toKey(url: URL): string {
  const copy = new URL(url.href);
  let path = copy.pathname.replace(/%([0-9a-f]{2})/gi, decodeUnreserved);
  // One fold may expose another (`/a/index.html/`); a key must fold to itself.
  for (let before = ''; before !== path; ) {
    before = path;
    path = foldPath(path);
  }
  copy.pathname = path === '' ? '/' : path;
  return copy.href;
}

function foldPath(path: string): string {
  const bare = path.replace(/\/+$/, '');
  return bare
    .replace(/\/index(?:\.html)?\.md$/i, '')
    .replace(/([^/])\.md$/i, '$1')
    .replace(INDEX_FILE, '');
}

/** Decodes unreserved characters: `%7E` and `~` are the same path. */
function decodeUnreserved(code: string, hex: string): string {
  const c = String.fromCharCode(Number.parseInt(hex, 16));
  return /[A-Za-z0-9\-._~]/.test(c) ? c : code.toUpperCase();
}

const ASSET =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|s[ac]ss|m?js|cjs|jsx|tsx?|map|wasm|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|zip|t?gz|bz2|xz|7z|rar|tar|dmg|exe|msi|deb|rpm|apk|jar|whl|pdf|docx?|xlsx?|pptx?|epub|csv|tsv|parquet|jsonl?|ya?ml|toml|xml|rss|atom|proto|ipynb|bin|iso)$/i;

/** Recognises files that are not pages by their extension. */
export function isAsset(url: string): boolean {
  return ASSET.test(new URL(url).pathname);
}

/** Recognises an llms file that contains pages instead of links. */
export function isLlmsFullFile(url: string): boolean {
  const path = new URL(url).pathname;
  return isLlmsFullName(path.replace(/\/\d+$/, '')) || /\/_llms-txt\/.+\.txt$/i.test(path);
}

/** Recognises loopback, link-local and private addresses, and names that exist only in a local network. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (/^(?:localhost|.*\.localhost|.*\.local|.*\.internal|.*\.home\.arpa)$/i.test(host)) return true;
  if (host.includes(':')) return isPrivateV6(host);
  const octets = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host);
  if (!octets) return false;
  const [a, b] = [Number(octets[1]), Number(octets[2])];
  if (a === 0 || a === 10 || a === 127 || (a === 169 && b === 254) || (a === 192 && b === 168)) return true;
  return (a === 172 && b >= 16 && b <= 31) || (a === 100 && b >= 64 && b <= 127) || a >= 224;
}

function isPrivateV6(host: string): boolean {
  if (host === '::' || host === '::1') return true;
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/i.exec(host);
  if (mapped) {
    const high = Number.parseInt(mapped[1] as string, 16);
    const low = Number.parseInt(mapped[2] as string, 16);
    return isPrivateHost(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
  }
  return /^(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i.test(host);
}
