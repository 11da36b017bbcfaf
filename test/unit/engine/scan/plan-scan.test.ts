import { describe, expect, it } from 'vitest';
import { planScan } from '../../../../src/engine/scan/plan-scan.ts';
import { createScanList, type ScanList } from '../../../../src/engine/scan/scan-list.ts';
import { compareUtf8 } from '../../../../src/lib/bytes.ts';
import type { FoundFile, ScannedFile } from '../../../../src/model/raw-file.ts';
import { WalkedFolder } from '../../../../src/sources/walked-file.ts';

function makeScanned(path: string, size: number, rawName = path, first = 0): ScannedFile {
  return { path, rawName, size, read: async () => new Uint8Array([first]) };
}
function toList(files: readonly ScannedFile[]): ScanList {
  const list = createScanList();
  for (const file of files) list.add(file);
  return list;
}
/** Makes files with a place, like a browser's handles. */
class PlacedFolder extends WalkedFolder {
  override file(found: FoundFile): ScannedFile {
    const place = { folder: this.handle as unknown as FileSystemDirectoryHandle, name: found.name };
    const { name: _name, ...facts } = found;
    return { ...facts, rawName: found.name, folder: this, place, read: async () => new Uint8Array() };
  }
}
const sha256 = (bytes: Uint8Array): Uint8Array => bytes;

describe('plan of a scan', () => {
  it('[E1] spends the byte budget in path order, whatever the order of arrival', async () => {
    const files = [makeScanned('c', 30), makeScanned('a', 60), makeScanned('b', 50), makeScanned('d', 5)];
    for (const order of [files, [...files].reverse()]) {
      const plan = await planScan(toList(order), { maxTotalBytes: 100, sha256 });
      expect([...plan.files].map((file) => file.path)).toEqual(['a', 'c', 'd']);
      expect(plan.skips).toEqual([{ path: 'b', isDirectory: false, reason: 'total', limit: 100, actual: 110 }]);
    }
  });

  it('[E1] is complete and in path order for files that any thread can read, and frees them once given', async () => {
    const handle = { getFileHandle: async () => ({ getFile: async () => new Blob() }) };
    const folder = new PlacedFolder({ handle: handle as never, rawPath: '' });
    const names = Array.from({ length: 2_500 }, (_, i) => `n${(i * 7) % 2_500}.md`);
    const scanned = names.map((path, i) => folder.file({ path, name: path, size: i, mtimeMs: i + 9 }));
    const plan = await planScan(toList(scanned), { maxTotalBytes: 1e9, sha256 });
    expect(plan.files).toMatchObject({ length: 2_500, arePlaced: true });
    const sizes = new Map(scanned.map(({ path, size }) => [path, size]));
    const given = [...plan.files].map(({ path, size, mtimeMs, rawName }) => ({ path, size, mtimeMs, rawName }));
    expect(given).toEqual(
      names.toSorted(compareUtf8).map((path) => {
        const size = sizes.get(path) as number;
        return { path, size, mtimeMs: size + 9, rawName: path };
      }),
    );
    expect([...plan.files]).toEqual([]);
  });

  it('[E1] keeps, of several files with one path, the one with the smallest raw name', async () => {
    const plan = await planScan(toList([makeScanned('é', 1, 'é'), makeScanned('é', 2, 'e\u0301')]), {
      maxTotalBytes: 9,
      sha256,
    });
    expect([...plan.files].map((file) => file.rawName)).toEqual(['e\u0301']);
    expect(plan.warnings).toMatchObject([{ path: 'é', code: 'duplicate-path' }]);
  });

  it('[E1] keeps, of several entries with one raw name, the one with the smallest hash', async () => {
    const twice = [makeScanned('a', 1, 'a', 9), makeScanned('a', 1, 'a', 3)];
    for (const order of [twice, [...twice].reverse()]) {
      const plan = await planScan(toList(order), { maxTotalBytes: 9, sha256 });
      expect(await [...plan.files][0]?.read()).toEqual(new Uint8Array([3]));
    }
  });
});
