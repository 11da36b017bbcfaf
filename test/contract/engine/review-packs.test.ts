import { describe, expect, it } from 'vitest';
import type { Engine, PackAnswer, PackOptions } from '../../../src/engine/contract.ts';
import { NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import { type MadeFiles, makeFilled, syncFiles } from '../../support/make-engine.ts';
import { createRandom } from '../../support/random.ts';
import { packOf } from '../../support/read-exports.ts';

const HERON = `import { pond } from './pond.ts';

export class Heron {
  constructor(private depth: number) {}

  /** Walks through water. */
  wade(speed: number): number {
    const steps = this.depth * speed;
    return pond(steps);
  }

  rest(): void {
    this.depth = 0;
  }
}

export function wait(minutes: number): number {
  return minutes * 60;
}
`;
const TREE: MadeFiles = {
  'src/heron.ts': HERON,
  'src/pond.ts': 'export function pond(steps: number): number {\n  return steps + 1;\n}\n',
  'src/lake.ts':
    "import { Heron, wait } from './heron.ts';\n\nexport function morning(): number {\n  const heron = new Heron(2);\n  // wade here\n  return heron.wade(3) + wait(5);\n}\n",
  'src/marsh.ts': 'export function marsh(awaited: number): number {\n  return awaited;\n}\n',
  'test/heron.test.ts':
    "import { Heron } from '../src/heron.ts';\n\nit('wades', () => expect(new Heron(1).wade(2)).toBe(3));\n",
  'docs/old.md': '# Depth\n\nA page that goes away.\n',
  'docs/guide.md': '# Guide\n\nCall `wade` with a speed. They wait.\n\n# Depth\n\nThe same heading.\n',
  'docs/names.md': '# Names\n\nHerons, egrets and bitterns.\n\nThree of them.\n\nAnd a fourth.\n',
  'src/__init__.py': '',
};

async function makeReview(after: MadeFiles, options: Partial<PackOptions> = {}, before = TREE) {
  const made = await makeFilled(before);
  await syncFiles(made.engine, made.id, after);
  return { ...made, ...(await review(made.engine, made.id, options)) };
}

async function review(engine: Engine, id: string, options: Partial<PackOptions> = {}) {
  const [, before] = await engine.listSnapshots(id);
  const { query: _, ...asked } = packOf(id, { budgetTokens: 32_000, ...options });
  const pack = await engine.makePack({ ...asked, since: before?.id as string, ...options });
  return { pack, since: before?.id as string };
}

const without = (files: MadeFiles, ...paths: string[]): MadeFiles =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));

const CHANGED: MadeFiles = {
  ...without(TREE, 'docs/old.md', 'docs/names.md', 'src/__init__.py'),
  'src/heron.ts': HERON.replace('this.depth * speed', 'Math.round(this.depth * speed)').replace(
    /\nexport function wait[\s\S]*$/,
    '',
  ),
  'docs/birds.md': `${TREE['docs/names.md']}\nAnd a fifth.\n`,
  'src/new.ts': 'export const LIMIT = 3;\n',
};

describe('[P9] a review pack', () => {
  it('names added, changed, renamed and removed files, also empty ones, and both states', async () => {
    const { pack } = await makeReview(CHANGED);
    expect(pack.text).toMatch(/^# Context: Changes in made\n/);
    expect(pack.text).toMatch(/From state \d+ of \d{4}-\d\d-\d\d \d\d:\d\d UTC to state \d+ of /);
    const list = pack.text.slice(pack.text.indexOf('## Files'), pack.text.indexOf('## Diff'));
    expect(list.trim().split('\n')).toEqual([
      '## Files: 1 added, 1 changed, 1 renamed, 2 removed',
      '',
      '- renamed docs/names.md → docs/birds.md (+2)',
      '- changed src/heron.ts (+1, −5)',
      '- added src/new.ts (+1)',
      '- removed docs/old.md (−3)',
      '- removed src/__init__.py',
    ]);
  });

  it('has the whole diff with enclosing symbols', async () => {
    const { pack } = await makeReview(CHANGED);
    const [, diff] = /### src\/heron\.ts \(changed\)\n\n```diff\n([\s\S]*?)```/.exec(pack.text) ?? [];
    expect(diff).toContain('@@ -5,7 +5,7 @@ Heron.wade\n');
    expect(diff).toContain(
      '-    const steps = this.depth * speed;\n+    const steps = Math.round(this.depth * speed);\n',
    );
    expect(diff).toContain('-export function wait(minutes: number): number {\n');
    expect(pack.text).toContain('-A page that goes away.\n');
    expect(pack.items.map(({ path, why, lines }) => ({ path, why, lines })).slice(0, 5)).toEqual([
      { path: 'docs/birds.md', why: 'changed', lines: [[5, 9]] },
      {
        path: 'src/heron.ts',
        why: 'changed',
        lines: [
          [5, 11],
          [13, 15],
        ],
      },
      { path: 'src/new.ts', why: 'changed', lines: [[1, 1]] },
      { path: 'docs/old.md', why: 'changed', lines: [] },
      { path: 'src/__init__.py', why: 'changed', lines: [] },
    ]);
  });

  it('lists uses of changed and removed names by line, tests last; a comment, a longer word and a shared heading are none', async () => {
    const { pack } = await makeReview(CHANGED);
    const uses = pack.text.slice(pack.text.indexOf('## Uses')).split('\n').slice(2, 5);
    expect(uses).toEqual([
      '- `wait` (removed from src/heron.ts): src/lake.ts:1,6',
      '- `wade` (src/heron.ts:7): src/lake.ts:6; docs/guide.md:3; tests: test/heron.test.ts:3',
      '',
    ]);
    const used = pack.items.filter(({ why }) => why === 'uses').map(({ path }) => path);
    expect(used).toEqual(['src/lake.ts', 'docs/guide.md', 'test/heron.test.ts']);
    expect(pack.text).not.toContain('marsh');
  });

  it('masks secrets on both sides of the diff, in XML too', async () => {
    const [first, second] = ['AKIAIOSFODNN7EXAMPLQ', 'AKIAIOSFODNN7EXAMPLZ'];
    const config = (key: string) => `# Config\n\naws_key = "${key}"\nregion = "north"\n`;
    const before = { ...TREE, 'config.py': config(first), 'gone.py': `key = "${first}"\n` };
    const after = { ...TREE, 'config.py': config(second) };
    const { pack, engine, id, since } = await makeReview(after, {}, before);
    expect(pack.text).toMatch(/-aws_key = "\[\[secret:[\w-]+:2\]\]"\n\+aws_key = "\[\[secret:[\w-]+:1\]\]"/);
    const { query: _, ...asked } = packOf(id, { since, format: 'xml', mask: 'collection' });
    const xml = await engine.makePack(asked);
    expect(xml.text).toContain('<changes><![CDATA[');
    for (const { text } of [pack, xml]) for (const key of [first, second]) expect(text).not.toContain(key);
    expect((await engine.makePack({ ...asked, mask: false })).text).toContain(`-key = "${first}"`);
  });

  it('keeps to its budget and to the selection, and leaves out the diff of a file', async () => {
    const { engine, id, since } = await makeReview(CHANGED);
    const { query: _, ...asked } = packOf(id, { since, budgetTokens: 260 });
    const small = await engine.makePack(asked);
    expect(small.tokens).toBeLessThanOrEqual(260);
    expect(small.text).toContain('- removed docs/old.md');
    expect(small.text).toContain('diff does not fit');
    expect(small.account.missing).toBeGreaterThan(0);
    expect(small.account.enoughTokens).toBe(8_000);
    const docs = { ...NO_SELECTION, paths: ['docs/'] };
    const part = await engine.makePack({ ...asked, budgetTokens: 8_000, selection: docs });
    expect(part.items.map(({ path }) => path)).toEqual(['docs/birds.md', 'docs/old.md']);
    const left = await engine.makePack({ ...asked, budgetTokens: 8_000, leaveOut: ['src/heron.ts'] });
    expect(left.text).toContain('- changed src/heron.ts (+1, −5, diff left out)');
    expect(left.text).not.toContain('Math.round');
  });

  it('says that the earlier text is no longer stored', async () => {
    const { engine, deps, id, since } = await makeReview(CHANGED);
    for (const key of await deps.store.records.listKeys('snapshots', id))
      if (key.includes('texts/')) await deps.store.records.delete('snapshots', key);
    const { query: _, ...asked } = packOf(id, { since, budgetTokens: 8_000 });
    const { text } = await engine.makePack(asked);
    expect(text).toMatch(/- changed src\/heron\.ts \(.*the earlier text of \d chunks? is no longer stored\)/);
    expect(text).toContain('- removed docs/old.md (the earlier text of 1 chunk is no longer stored)');
  });

  it('contains every changed line of generated trees and names every file that is gone', {
    timeout: 60_000,
  }, async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const [before, after] = makeTrees(seed);
      const { pack } = await makeReview(after, { budgetTokens: 200_000, mask: false }, before);
      expectAll(pack, before, after);
    }
  });
});

const NAMES = ['heron', 'egret', 'crane', 'stork', 'ibis', 'rail', 'coot', 'grebe'];
const EXTENSIONS = ['.py', '.ts', '.md', '.txt'];

/** Two states of a tree: files with edited, inserted and removed lines, new ones, removed ones and renamed ones. */
function makeTrees(seed: number): [MadeFiles, MadeFiles] {
  const { below: random, pick } = createRandom(seed);
  const line = () => `${pick(NAMES)}_${random(9_999)} = ${pick(NAMES)}(${random(99)})`;
  const text = () => Array.from({ length: 3 + random(80) }, () => (random(6) === 0 ? '' : line()));
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  for (let i = 0; i < 30; i++) {
    const path = `${pick(NAMES)}/${pick(NAMES)}${i}${pick(EXTENSIONS)}`;
    const lines = text();
    before[path] = `${lines.join('\n')}\n`;
    const fate = random(6);
    if (fate === 0) continue;
    const edited = fate < 4 ? lines : lines.flatMap((own) => [own, own, [line()], []][random(20)] ?? own).flat();
    after[fate === 1 ? `moved/${path}` : path] = `${edited.join('\n')}\n`;
    if (fate === 5) after[`new/${path}`] = `${text().join('\n')}\n`;
  }
  return [before, after];
}

function expectAll(pack: PackAnswer, before: MadeFiles, after: MadeFiles): void {
  const list = pack.text.slice(pack.text.indexOf('## Files'), pack.text.indexOf('## Diff'));
  const origins = new Map([...list.matchAll(/^- renamed (.+) → (\S+)/gm)].map(([, old = '', now = '']) => [now, old]));
  for (const path of Object.keys(before).filter((one) => !(one in after)))
    expect(list).toMatch(new RegExp(`- (?:removed|renamed) ${path}`));
  for (const [path, text] of Object.entries(after)) {
    const old = String(before[origins.get(path) ?? path] ?? '');
    if (old === text) continue;
    const block =
      new RegExp(`### ${path} \\(\\w+.*\\)\\n\\n\`\`\`diff\\n([\\s\\S]*?)\\n\`\`\`\\n`).exec(pack.text)?.[1] ?? '';
    // The hunks turn the written lines of the old text into the lines of the new one.
    const rows = block.split('\n').filter((row) => !row.startsWith('@@'));
    const toCounts = (rowsOf: readonly string[], step: number, counts: Map<string, number>) => {
      for (const row of rowsOf) if (row.trim() !== '') counts.set(row, (counts.get(row) ?? 0) + step);
      return counts;
    };
    const counts = toCounts(old.split('\n'), 1, new Map());
    toCounts(
      rows.filter((row) => row.startsWith('-')).map((row) => row.slice(1)),
      -1,
      counts,
    );
    toCounts(
      rows.filter((row) => row.startsWith('+')).map((row) => row.slice(1)),
      1,
      counts,
    );
    toCounts(String(text).split('\n'), -1, counts);
    expect(
      [...counts].filter(([, count]) => count !== 0),
      path,
    ).toEqual([]);
  }
}
