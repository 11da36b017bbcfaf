import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createExportSink } from '../../../src/engine/output/export-sink.ts';

const files = new Map<string, Blob>();

beforeEach(() => {
  files.clear();
  // Only timeouts: other tests of this process measure silence by the clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const directory = {
    async getFileHandle(name: string) {
      files.set(name, new Blob());
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const writable = {
        write: async (bytes: Uint8Array<ArrayBuffer>) => void parts.push(bytes),
        close: async () => void files.set(name, new Blob(parts)),
        abort: async () => undefined,
      };
      return { createWritable: async () => writable, getFile: async () => files.get(name) };
    },
    removeEntry: async (name: string) => void files.delete(name),
  };
  const storage = { getDirectory: async () => ({ getDirectoryHandle: async () => directory }) };
  vi.stubGlobal('navigator', { storage });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a temporary export is deleted ten minutes after its download starts', async () => {
  const sink = await createExportSink(undefined, 'a.zip');
  await sink.write(Uint8Array.of(1, 2, 3));
  await sink.close();
  expect((await sink.blob())?.size).toBe(3);
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(files.size).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(files.size).toBe(0);
});

it('a cancelled temporary export is deleted at once', async () => {
  const sink = await createExportSink(undefined, 'a.zip');
  await sink.write(Uint8Array.of(1));
  await sink.abort();
  expect(files.size).toBe(0);
});
