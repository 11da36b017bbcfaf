import { describe, expect, it } from 'vitest';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { POISONS } from '../poisons.ts';

const FILES = Object.fromEntries([
  ...POISONS.filter(({ isShort }) => isShort).map(({ extension, text }, i) => [`poison-${i}.${extension}`, text]),
  ['a.ts', 'export function alpha() {}\n'],
  ['b.tsx', 'export const Beta = () => <b>beta</b>;\n'],
  ['c.go', 'package c\n\nfunc Gamma() int { return 1 }\n'],
  ['d.js', 'class Delta { open() {} }\n'],
]);

describe('a folder with files that ruin or hang the parser', () => {
  it('has one index_id whatever the order they are read in, and every other file its outline [E1][E2]', async () => {
    const ids = new Set<string>();
    for (const order of [(a: number, b: number) => a - b, (a: number, b: number) => b - a]) {
      const { engine } = await makeEngine();
      const { id } = await engine.createCollection({ name: 'made' });
      const entries = Object.entries(FILES);
      const sorted = entries.map((_, i) => i).sort(order);
      const summary = await ingestFiles(
        engine,
        id,
        Object.fromEntries(sorted.map((i) => entries[i] as [string, string])),
      );
      expect(summary).toMatchObject({ indexed: entries.length, failed: 0 });
      const symbols = ['a.ts', 'b.tsx', 'c.go', 'd.js'].map((path) => engine.listSymbols(id, path));
      const names = (await Promise.all(symbols)).flat().map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['alpha', 'Beta', 'Gamma', 'Delta']));
      ids.add((await engine.listCollections())[0]?.index_id ?? '');
    }
    expect(ids.size).toBe(1);
    expect([...ids][0]).not.toBe('');
  });
});
