import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NearBytes } from '../../../../src/store/backends/file-backend.ts';
import { openOpfsSource } from '../../../../src/store/backends/opfs-source.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens a file as Chromium's workers do; its reads return the given counts. */
async function openBytes(answers: readonly number[]): Promise<NearBytes> {
  vi.stubGlobal('FileSystemSyncAccessHandle', { prototype: { mode: 'read-only' } });
  const left = [...answers];
  const access = { getSize: () => 10, read: () => left.shift() as number, close: () => {} };
  const handle = { createSyncAccessHandle: async () => access } as unknown as FileSystemFileHandle;
  return (await (await openOpfsSource(handle)).open()) as NearBytes;
}

describe('an open file', () => {
  it('is read to its end, in however many pieces the browser returns it', async () => {
    const bytes = await openBytes([4, 4, 2, 0]);
    expect(bytes.readInto(new Uint8Array(10), 0)).toBe(10);
  });

  it.each([
    ['nothing', 0],
    ['a negative count', -4],
    ['more than was asked for', 4_294_967_292],
  ])('ends when the browser returns %s after its site data was cleared', async (_, answer) => {
    const bytes = await openBytes([4, answer]);
    expect(bytes.readInto(new Uint8Array(10), 0)).toBe(4);
  });
});
