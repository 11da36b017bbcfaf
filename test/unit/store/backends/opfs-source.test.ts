import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NearBytes } from '../../../../src/store/backends/byte-source.ts';
import { openOpfsSource } from '../../../../src/store/backends/opfs-source.ts';

afterEach(() => vi.unstubAllGlobals());

/** A file as Chromium's workers open it, whose reads answer with what is given. */
async function openBytes(answers: readonly number[]): Promise<NearBytes> {
  vi.stubGlobal('FileSystemSyncAccessHandle', { prototype: { mode: 'read-only' } });
  const left = [...answers];
  const access = { getSize: () => 10, read: () => left.shift() as number, close: () => {} };
  const handle = { createSyncAccessHandle: async () => access } as unknown as FileSystemFileHandle;
  return (await (await openOpfsSource(handle)).open()) as NearBytes;
}

describe('a file that is open', () => {
  it('is read to its end, however many pieces the browser gives', async () => {
    const bytes = await openBytes([4, 4, 2, 0]);
    expect(bytes.readInto(new Uint8Array(10), 0)).toBe(10);
  });

  it.each([
    ['nothing', 0],
    ['a negative count', -4],
    ['more than was asked for', 4_294_967_292],
  ])('ends where the browser reads %s: its site data was cleared meanwhile', async (_, answer) => {
    const bytes = await openBytes([4, answer]);
    expect(bytes.readInto(new Uint8Array(10), 0)).toBe(4);
  });
});
