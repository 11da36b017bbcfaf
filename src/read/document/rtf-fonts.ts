import { decodeAs } from '../encoding/read-legacy.ts';
import { toEncoding } from '../encoding/to-encoding.ts';

/** Code page for the character set of a font. */
const BY_CHARSET: Readonly<Record<number, number>> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};
const MAC_CHARSET = 77;

/** The encoding of each font. */
export class RtfFonts {
  readonly #encodings = new Map<number, string>();
  #defined = -1;
  documentCodepage = 1252;

  define(font: number): void {
    this.#defined = font;
  }

  setCharset(charset: number): void {
    const page = BY_CHARSET[charset];
    const encoding = charset === MAC_CHARSET ? 'macintosh' : page === undefined ? undefined : toPage(page);
    if (encoding !== undefined) this.#encodings.set(this.#defined, encoding);
  }

  setCodepage(page: number): void {
    const encoding = toPage(page);
    if (encoding !== undefined) this.#encodings.set(this.#defined, encoding);
  }

  decode(bytes: readonly number[], font: number): string {
    const encoding = this.#encodings.get(font) ?? toPage(this.documentCodepage) ?? 'windows-1252';
    return decodeAs(Uint8Array.from(bytes), encoding) ?? '';
  }
}

function toPage(page: number): string | undefined {
  if (page === 65_001) return 'utf-8';
  if (page === 10_000) return 'macintosh';
  return toEncoding(`cp${page}`);
}
