import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openAny } from '../../../src/cli/node-engine.ts';
import { compareUtf8 } from '../../../src/lib/bytes.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';
import { readExport } from '../../support/read-exports.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { testData } from '../../support/test-data.ts';

interface Place {
  readonly path: string;
  readonly lines: readonly [number, number];
}

const MAX_CHARS = 50_000;
const PROJECTS = ['flask', 'requests', 'pytest', 'sphinx'].slice(0, sampleSize({ sample: 1, whole: 4 }));

describe.skipIf(!testData.available)(`guides for models${testData.available ? '' : `: ${testData.reason}`}`, () => {
  it.each(PROJECTS)(
    'the guides of %s lead to each answer in three reads',
    async (repo) => {
      const { engine } = await makeNodeEngine();
      const collectionId = await openAny(engine, testData.path('packs', repo, 'snapshot.tar.gz'));
      const { texts } = await readExport(engine, collectionId, { form: 'compact' });
      const lines = readFileSync(testData.path('questions', `${repo}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      for (const line of lines) {
        const { id, gold } = JSON.parse(line) as { id: string; gold: Place[] };
        expect(reach(texts, gold[0] as Place), id).toBe(true);
      }
    },
    120_000,
  );
});

/** Reads like a model that knows what it wants and only what the files say: `llm.md`, then at most three files. */
function reach(texts: Readonly<Record<string, string>>, { path, lines }: Place): boolean {
  let reads = 0;
  const read = (name: string): string => {
    const text = texts[name] as string;
    expect(++reads, 'reads').toBeLessThanOrEqual(4);
    expect(text.length, name).toBeLessThanOrEqual(MAX_CHARS);
    return text;
  };
  const [, first = ''] = /^1\. Read `([^`]+)`/m.exec(read('llm.md')) ?? [];
  let outline = read(first);
  const parts = [...outline.matchAll(/^- `([^`]+)`: (.+?)(?: to (.+))? \(\d+ files?\)$/gm)];
  const part = parts.findLast(
    ([, , from = '', to = from]) => compareUtf8(from, path) <= 0 && compareUtf8(path, to) <= 0,
  );
  if (part !== undefined) outline = read(part[1] as string);
  const [, section = ''] = outline.split(`\n### ${path} (`);
  const chunks = section.split('\n### ')[0]?.matchAll(/^- (\S+) \((\d+)-(\d+)\)/gm) ?? [];
  const found = [...chunks].find(([, , start, end]) => Number(start) <= lines[1] && Number(end) >= lines[0]);
  if (found === undefined) return false;
  const [header = ''] = read(`chunks/${found[1]}.md`).split('\n');
  return header.startsWith(`@llmx\t${found[1]}\t${path}\t`);
}
