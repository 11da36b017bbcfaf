import { describe, expect, it } from 'vitest';
import { planScan } from '../../../../src/engine/scan/plan-scan.ts';
import type { FoundFile } from '../../../../src/model/raw-file.ts';

function makeFound(path: string, size: number, rawName = path, first = 0): FoundFile {
  return { path, rawName, size, read: async () => new Uint8Array([first]) };
}
const sha256 = (bytes: Uint8Array): Uint8Array => bytes;

describe('plan of a scan', () => {
  it('[E1] spends the byte budget in path order, whatever the order of arrival', async () => {
    const files = [makeFound('c', 30), makeFound('a', 60), makeFound('b', 50), makeFound('d', 5)];
    for (const order of [files, [...files].reverse()]) {
      const plan = await planScan(order, { maxTotalBytes: 100, sha256 });
      expect(plan.files.map((file) => file.path)).toEqual(['a', 'c', 'd']);
      expect(plan.skips).toEqual([{ path: 'b', isDirectory: false, reason: 'total', limit: 100, actual: 110 }]);
    }
  });

  it('[E1] keeps, of several files with one path, the one with the smallest raw name', async () => {
    const plan = await planScan([makeFound('é', 1, 'é'), makeFound('é', 2, 'e\u0301')], {
      maxTotalBytes: 9,
      sha256,
    });
    expect(plan.files.map((file) => file.rawName)).toEqual(['e\u0301']);
    expect(plan.warnings).toMatchObject([{ path: 'é', code: 'duplicate-path' }]);
  });

  it('[E1] keeps, of several entries with one raw name, the one with the smallest hash', async () => {
    const twice = [makeFound('a', 1, 'a', 9), makeFound('a', 1, 'a', 3)];
    for (const order of [twice, [...twice].reverse()]) {
      const plan = await planScan(order, { maxTotalBytes: 9, sha256 });
      expect(await plan.files[0]?.read()).toEqual(new Uint8Array([3]));
    }
  });
});
