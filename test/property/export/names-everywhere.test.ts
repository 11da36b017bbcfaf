import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toSourceInput } from '../../../src/cli/node-engine.ts';
import type { Engine } from '../../../src/engine/contract.ts';
import { toCodeSpan, toOneLine } from '../../../src/export/text/labels.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { testData } from '../../support/test-data.ts';

const SNAPSHOTS = ['flask', 'requests'].map((name) => testData.path('packs', name, 'snapshot.tar.gz'));
const TREES = ['docs', 'wasm/assembly', SNAPSHOTS[0] as string, 'src/engine', 'src/ui', SNAPSHOTS[1] as string]
  .slice(0, sampleSize({ sample: 1, whole: 6 }))
  .filter((path) => existsSync(path));

describe('every symbol and heading of a real tree', () => {
  it.each(TREES)(
    'every symbol and heading is named in outline.md under its ref, and in the TSV: %s',
    async (path) => {
      const { engine } = await makeNodeEngine();
      const { id } = await engine.createCollection({ name: 'tree' });
      await engine.ingest({ collectionId: id, jobId: 'ingest', input: await toSourceInput(path) });
      const outline = readOutline(await readText(engine, id, 'outline.md'));
      const labels = readLabels(await readText(engine, id, 'manifest.llm.tsv'));
      let seen = 0;
      const missing: string[] = [];
      for (const file of await engine.listFiles(id)) {
        for (const { name, what, ref } of await engine.listSymbols(id, file.path)) {
          seen++;
          // Fields are found by search; an outline would be mostly fields.
          if (what !== 'field' && !outline.get(ref)?.includes(toCodeSpan(toOneLine(name))))
            missing.push(`outline: ${file.path} ${name}`);
          if (!labels.get(file.path)?.includes(toOneLine(name))) missing.push(`TSV: ${file.path} ${name}`);
        }
        for (const { text, ref } of await engine.listOutline(id, file.path)) {
          seen++;
          if (!outline.get(ref)?.includes(toOneLine(text))) missing.push(`outline: ${file.path} ${text}`);
          if (!labels.get(file.path)?.join(' · ').includes(toOneLine(text))) missing.push(`TSV: ${file.path} ${text}`);
        }
      }
      expect(missing).toEqual([]);
      expect(seen).toBeGreaterThan(50);
    },
    60_000,
  );
});

async function readText(engine: Engine, id: string, name: 'outline.md' | 'manifest.llm.tsv'): Promise<string> {
  return (await engine.exportArtifact(id, name)).text();
}

/** Names by ref. */
function readOutline(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  let own: string[] = [];
  for (const line of text.split('\n')) {
    const chunk = /^- (c[0-9a-z]+) \(\d+-\d+\)/.exec(line);
    if (chunk) {
      own = [];
      names.set(chunk[1] as string, own);
    }
    const name = /^ {2}- (.*) \(\d+-\d+\)$/.exec(line);
    if (name) own.push(name[1] as string);
  }
  return names;
}

/** Names of all chunks of a file, by path. */
function readLabels(text: string): Map<string, string[]> {
  const rows = text.split('\n').map((line) => line.split('\t'));
  const dirs = rows.filter(([row]) => row === 'D').map(([, , name]) => name as string);
  const paths = rows.filter(([row]) => row === 'P').map(([, , dir, name]) => `${dirs[Number(dir)]}${name}`);
  const labels = new Map<string, string[]>();
  for (const [row, , path, , , , , label = ''] of rows) {
    if (row !== 'C') continue;
    const file = paths[Number(path)] as string;
    labels.set(file, [...(labels.get(file) ?? []), ...label.replace(/^\\| \(\d+\/\d+\)$/g, '').split(' · ')]);
  }
  return labels;
}
