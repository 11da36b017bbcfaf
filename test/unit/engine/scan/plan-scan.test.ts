import { describe, expect, it } from 'vitest';
import { planScan } from '../../../../src/engine/scan/plan-scan.ts';
import type { FoundFile } from '../../../../src/model/raw-file.ts';
import type { Skip } from '../../../../src/model/skip.ts';
import type { Warning } from '../../../../src/model/warning.ts';

function makeFound(path: string, size: number, rawName = path, first = 0): FoundFile {
  return { path, rawName, size, read: async () => new Uint8Array([first]) };
}

async function plan(found: readonly FoundFile[], maxTotalBytes: number) {
  const files: FoundFile[] = [];
  const skips: Skip[] = [];
  const warnings: Warning[] = [];
  async function* list() {
    yield* found;
  }
  const options = {
    maxTotalBytes,
    sha256: (bytes: Uint8Array) => bytes,
    onSkip: (skip: Skip) => skips.push(skip),
    onWarning: (warning: Warning) => warnings.push(warning),
  };
  for await (const file of planScan(list(), options)) files.push(file);
  return { files, skips, warnings };
}

describe('plan of a scan', () => {
  it('[E1] spends the byte budget in path order', async () => {
    const found = [makeFound('a', 60), makeFound('b', 50), makeFound('c', 30), makeFound('d', 5)];
    const { files, skips } = await plan(found, 100);
    expect(files.map((file) => file.path)).toEqual(['a', 'c', 'd']);
    expect(skips).toEqual([{ path: 'b', isDirectory: false, reason: 'total', limit: 100, actual: 110 }]);
  });

  it('[E1] keeps, of several files with one path, the one with the smallest raw name', async () => {
    const { files, warnings } = await plan([makeFound('é', 1, 'é'), makeFound('é', 2, 'e\u0301')], 9);
    expect(files.map((file) => file.rawName)).toEqual(['e\u0301']);
    expect(warnings).toMatchObject([{ path: 'é', code: 'duplicate-path' }]);
  });

  it('[E1] keeps, of several entries with one raw name, the one with the smallest hash', async () => {
    const twice = [makeFound('a', 1, 'a', 9), makeFound('a', 1, 'a', 3)];
    for (const order of [twice, [...twice].reverse()]) {
      const { files } = await plan(order, 9);
      expect(await files[0]?.read()).toEqual(new Uint8Array([3]));
    }
  });
});
