import { freeBuffer } from '../memory.ts';

/** Pieces of bytes, one after the other in pages: growing copies nothing, and there is no object per piece. */
export interface BytePages {
  /** Copies the piece and returns its place. */
  append(bytes: Uint8Array): number;
  /** The page of a place; the piece begins at `toOffset(place)`. */
  pageOf(place: number): Uint8Array;
  /** Frees all pages. Nothing may be read afterwards. */
  free(): void;
}

/** Places are 32 bits wide: 16,384 pages of this many bytes. A longer piece has a page of its own. */
const OFFSET_BITS = 18;
const PAGE_BYTES = 1 << OFFSET_BITS;

export function toOffset(place: number): number {
  return place & (PAGE_BYTES - 1);
}

export function createBytePages(): BytePages {
  const pages: Uint8Array[] = [];
  let at = PAGE_BYTES;

  return {
    append(bytes) {
      // An empty piece needs a page too: there is none before the first piece, and none yet after a full page.
      if (at === PAGE_BYTES || at + bytes.length > PAGE_BYTES) {
        pages.push(new Uint8Array(Math.max(PAGE_BYTES, bytes.length)));
        at = 0;
      }
      const number = pages.length - 1;
      (pages[number] as Uint8Array).set(bytes, at);
      const place = ((number << OFFSET_BITS) | at) >>> 0;
      at += bytes.length;
      return place;
    },
    pageOf: (place) => pages[place >>> OFFSET_BITS] as Uint8Array,
    free() {
      for (const page of pages.splice(0)) freeBuffer(page);
      at = PAGE_BYTES;
    },
  };
}
