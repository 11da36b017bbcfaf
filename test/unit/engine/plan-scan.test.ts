import { describe, expect, it } from 'vitest';
import { planScan } from '../../../src/engine/plan-scan.ts';
import { createScanList, type ScanList } from '../../../src/engine/scan-list.ts';
import type { ScannedFile } from '../../../src/model/raw-file.ts';

function makeScanned(path: string, size: number, rawName = path, first = 0): ScannedFile {
  return { path, rawName, size, read: async () => new Uint8Array([first]) };
}
function toList(files: readonly ScannedFile[]): ScanList {
  const list = createScanList();
  for (const file of files) list.add(file);
  return list;
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

  it('[E1] keeps of several files with one path the one with the smallest raw name', async () => {
    const plan = await planScan(toList([makeScanned('é', 1, 'é'), makeScanned('é', 2, 'e\u0301')]), {
      maxTotalBytes: 9,
      sha256,
    });
    expect([...plan.files].map((file) => file.rawName)).toEqual(['e\u0301']);
    expect(plan.warnings).toMatchObject([{ path: 'é', code: 'duplicate-path' }]);
  });

  it('[E1] keeps of several entries with one raw name the one with the smallest hash', async () => {
    const twice = [makeScanned('a', 1, 'a', 9), makeScanned('a', 1, 'a', 3)];
    for (const order of [twice, [...twice].reverse()]) {
      const plan = await planScan(toList(order), { maxTotalBytes: 9, sha256 });
      expect(await [...plan.files][0]?.read()).toEqual(new Uint8Array([3]));
    }
  });
});
