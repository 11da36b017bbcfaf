import { expect } from 'vitest';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import type { Poison } from '../poisons.ts';

const PLAIN = {
  'a.ts': 'export function alpha() {}\n',
  'b.tsx': 'export const Beta = () => <b>beta</b>;\n',
  'c.go': 'package c\n\nfunc Gamma() int { return 1 }\n',
  'd.js': 'class Delta { open() {} }\n',
};

/** Reads poisons and plain files in the given order, each time in a new engine; returns the different `index_id`s. */
export async function readPoisons(
  poisons: readonly Poison[],
  orders: readonly ((count: number) => readonly number[])[],
): Promise<ReadonlySet<string>> {
  const files: readonly (readonly [string, string])[] = [
    ...poisons.map(({ extension, text }, i) => [`poison-${i}.${extension}`, text] as const),
    ...Object.entries(PLAIN),
  ];
  const ids = new Set<string>();
  for (const order of orders) {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made' });
    const sorted = order(files.length).map((i) => files[i] as [string, string]);
    expect(await ingestFiles(engine, id, Object.fromEntries(sorted))).toMatchObject({
      indexed: files.length,
      failed: 0,
    });
    const symbols = await Promise.all(Object.keys(PLAIN).map((path) => engine.listSymbols(id, path)));
    expect(symbols.flat().map(({ name }) => name)).toEqual(expect.arrayContaining(['alpha', 'Beta', 'Gamma', 'Delta']));
    ids.add((await engine.listCollections())[0]?.index_id ?? '');
  }
  return ids;
}
