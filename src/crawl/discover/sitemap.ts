import { Parser } from 'htmlparser2';
import { toAsciiLower } from '../../lib/ascii.ts';
import { concatBytes, fromUtf8 } from '../../lib/bytes.ts';
import { Gunzip } from '../../lib/deflate.ts';

export interface Sitemap {
  /** Pages in order, without duplicates. */
  readonly urls: readonly string[];
  /** Sitemaps listed by an index. */
  readonly children: readonly string[];
}

/** The protocol's limit for one file; further URLs are skipped. */
const MAX_URLS = 50_000;
/** The protocol's limit for one file, unpacked. */
export const MAX_SITEMAP_BYTES = 50_000_000;

/** Parses a sitemap or sitemap index: XML, gzipped XML, or plain text with one URL per line. Undefined for anything else. */
export function parseSitemap(bytes: Uint8Array): Sitemap | undefined {
  const text = fromUtf8(isGzip(bytes) ? gunzip(bytes) : bytes).replace(/^\uFEFF/, '');
  if (/^\s*</.test(text)) return parseXml(text);
  const urls = text.split(/\s+/).filter((line) => /^https?:\/\//i.test(line));
  return urls.length > 0 ? toSitemap(urls, []) : undefined;
}

/** Checks the first bytes: names and types lie, and the browser may have unpacked the file already. */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Stops at the limit, so that a small file cannot unpack to gigabytes. */
function gunzip(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const unpacker = new Gunzip((piece) => {
    if (length < MAX_SITEMAP_BYTES) pieces.push(piece.slice());
    length += piece.length;
  });
  try {
    for (let at = 0; at < bytes.length && length < MAX_SITEMAP_BYTES; at += 65_536) {
      const end = Math.min(bytes.length, at + 65_536);
      unpacker.push(bytes.subarray(at, end), end === bytes.length);
    }
  } catch {
    // Truncated archive: use the part that was read.
  }
  return concatBytes(pieces);
}

function parseXml(text: string): Sitemap | undefined {
  const urls: string[] = [];
  const children: string[] = [];
  const open: string[] = [];
  let isSitemap = false;
  let loc = '';
  const parser = new Parser(
    {
      onopentag(name) {
        const tag = localName(name);
        open.push(tag);
        if (tag === 'urlset' || tag === 'sitemapindex') isSitemap = true;
        if (tag === 'loc') loc = '';
      },
      ontext(part) {
        if (open.at(-1) === 'loc') loc += part;
      },
      onclosetag(name) {
        const tag = localName(name);
        open.pop();
        if (tag !== 'loc' || loc.trim() === '') return;
        const parent = open.at(-1);
        if (parent === 'sitemap') children.push(loc.trim());
        else if (parent === 'url' && urls.length <= MAX_URLS) urls.push(loc.trim());
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  return isSitemap ? toSitemap(urls, children) : undefined;
}

function localName(name: string): string {
  return toAsciiLower(name.slice(name.indexOf(':') + 1));
}

function toSitemap(urls: readonly string[], children: readonly string[]): Sitemap {
  return { urls: [...new Set(urls)].slice(0, MAX_URLS), children: [...new Set(children)].slice(0, 1_000) };
}
