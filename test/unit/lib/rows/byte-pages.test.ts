import { describe, expect, it } from 'vitest';
import { createBytePages, toOffset } from '../../../../src/lib/rows/byte-pages.ts';

const PAGE_BYTES = 1 << 18;

describe('pages of bytes', () => {
  it('take an empty piece first: the first file of many folders is empty', () => {
    const pages = createBytePages();
    const empty = pages.append(new Uint8Array());
    const full = pages.append(Uint8Array.of(1, 2, 3));
    expect([toOffset(empty), toOffset(full)]).toEqual([0, 0]);
    expect(pages.pageOf(empty)).toBe(pages.pageOf(full));
  });

  it('find an empty piece again behind a page that is full to the last byte', () => {
    const pages = createBytePages();
    const first = pages.append(new Uint8Array(PAGE_BYTES).fill(7));
    const empty = pages.append(new Uint8Array());
    expect(pages.pageOf(empty)).toHaveLength(PAGE_BYTES);
    const next = pages.append(Uint8Array.of(9));
    expect(pages.pageOf(first)[PAGE_BYTES - 1]).toBe(7);
    expect([toOffset(empty), toOffset(next)]).toEqual([0, 0]);
    expect(pages.pageOf(next)[toOffset(next)]).toBe(9);
    expect(pages.pageOf(next)).not.toBe(pages.pageOf(first));
  });

  it('take an empty piece behind one that is longer than a page', () => {
    const pages = createBytePages();
    const long = pages.append(new Uint8Array(PAGE_BYTES + 5).fill(3));
    const empty = pages.append(new Uint8Array());
    expect(pages.pageOf(long)[toOffset(long) + PAGE_BYTES + 4]).toBe(3);
    expect(pages.pageOf(empty)).toHaveLength(PAGE_BYTES);
  });

  it('take an empty piece after they were freed', () => {
    const pages = createBytePages();
    pages.append(Uint8Array.of(1));
    pages.free();
    expect(pages.pageOf(pages.append(new Uint8Array()))).toHaveLength(PAGE_BYTES);
  });
});
