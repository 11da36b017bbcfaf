import { afterEach, describe, expect, it, vi } from 'vitest';
import { openOpfsSource } from '../../../../src/store/backends/opfs-source.ts';

afterEach(() => vi.unstubAllGlobals());

/** A handle as Chromium's workers have them, whose reads answer with what is given. */
function fakeHandle(answers: readonly number[]): FileSystemFileHandle {
  vi.stubGlobal('FileSystemSyncAccessHandle', { prototype: { mode: 'read-only' } });
  const left = [...answers];
  const access = { getSize: () => 10, read: () => left.shift() as number, close: () => {} };
  return { createSyncAccessHandle: async () => access } as unknown as FileSystemFileHandle;
}

describe('a file that is open', () => {
  it('is read to its end, however many pieces the browser gives', async () => {
    const bytes = await (await openOpfsSource(fakeHandle([4, 4, 2, 0]))).open();
    expect(await bytes.readInto(new Uint8Array(10), 0)).toBe(10);
  });

  it.each([
    ['nothing', 0],
    ['a negative count', -4],
    ['more than was asked for', 4_294_967_292],
  ])('ends where the browser reads %s: its site data was cleared meanwhile', async (_, answer) => {
    const bytes = await (await openOpfsSource(fakeHandle([4, answer]))).open();
    expect(await bytes.readInto(new Uint8Array(10), 0)).toBe(4);
  });
});
