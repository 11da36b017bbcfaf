import { expect, it } from 'vitest';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { createRandom } from '../../support/random.ts';
import { isWhole } from '../../support/sample-size.ts';
import { POISONS } from '../poisons.ts';

const PLAIN = {
  'a.ts': 'export function alpha() {}\n',
  'b.tsx': 'export const Beta = () => <b>beta</b>;\n',
  'c.go': 'package c\n\nfunc Gamma() int { return 1 }\n',
  'd.js': 'class Delta { open() {} }\n',
};
const poisons = POISONS.filter(({ isShort }, i) => isWhole || (isShort && i % 2 === 0));
const FILES: readonly (readonly [path: string, text: string])[] = [
  ...poisons.map(({ extension, text }, i) => [`poison-${i}.${extension}`, text] as const),
  ...Object.entries(PLAIN),
];
const ORDERS = isWhole ? Array.from({ length: 10 }, (_, seed) => shuffle(seed)) : [FILES, FILES.toReversed()];

it('a folder with files that break or hang the parser has one index_id for any order of its files, and every other file its outline [E1][E2]', async () => {
  const ids = new Set<string>();
  for (const files of ORDERS) {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made' });
    expect(await ingestFiles(engine, id, Object.fromEntries(files))).toMatchObject({
      indexed: files.length,
      failed: 0,
    });
    const symbols = await Promise.all(Object.keys(PLAIN).map((path) => engine.listSymbols(id, path)));
    expect(symbols.flat().map(({ name }) => name)).toEqual(expect.arrayContaining(['alpha', 'Beta', 'Gamma', 'Delta']));
    ids.add((await engine.listCollections())[0]?.index_id ?? '');
  }
  expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]+$/)]);
});

function shuffle(seed: number): typeof FILES {
  const random = createRandom(seed);
  const left = [...FILES];
  return FILES.map(() => left.splice(random.below(left.length), 1)[0] as (typeof FILES)[number]);
}
