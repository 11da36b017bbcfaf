import { describe, expect, it } from 'vitest';
import { toFileBatches } from '../../../../src/engine/ingest/file-batches.ts';
import type { FoundFile } from '../../../../src/model/raw-file.ts';

const makeFile = (path: string, size = 10): FoundFile => ({
  path,
  rawName: path,
  size,
  read: () => Promise.reject(new Error('nobody reads it')),
});
const toSizes = (files: readonly FoundFile[], together = true): number[][] =>
  [...toFileBatches(files, together)].map((batch) => batch.files.map(({ size }) => size));

describe('files read together', () => {
  it('are thirty-two at most, in order', () => {
    const files = Array.from({ length: 70 }, (_, i) => makeFile(`${i}`, i));
    const batches = [...toFileBatches(files, true)];
    expect(batches.map((batch) => batch.files.length)).toEqual([32, 32, 6]);
    expect(batches.flatMap((batch) => batch.files)).toEqual(files);
    expect(batches[2]?.bytes).toBe(64 + 65 + 66 + 67 + 68 + 69);
    expect(toSizes([])).toEqual([]);
  });

  it('do not wait for a large one, which has its own batch', () => {
    const files = [10, 20, 2_000_000, 30, 600_000, 600_000].map((size, i) => makeFile(`${i}`, size));
    expect(toSizes(files)).toEqual([[10, 20], [2_000_000], [30, 600_000], [600_000]]);
  });

  it('come one by one if each is read separately', () => {
    let asked = 0;
    function* ask(): Generator<FoundFile> {
      for (; asked < 3; ) yield makeFile(`${++asked}`);
    }
    const batches = toFileBatches(ask(), false);
    expect(batches.next().value?.files[0]?.path).toBe('1');
    expect(asked).toBe(1);
    expect([...batches].map((batch) => batch.files.length)).toEqual([1, 1]);
  });
});
