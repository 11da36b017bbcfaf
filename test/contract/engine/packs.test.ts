import { describe, expect, it } from 'vitest';
import type { Engine, PackAnswer, PackReason } from '../../../src/engine/contract.ts';
import { type MadeFiles, makeCollection, makeFilled } from '../../support/make-engine.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { packOf } from '../../support/read-exports.ts';

/** Statements, not comments: the grammar of Python takes seconds for a thousand comment lines. */
const filler = (words: string, lines: number): string =>
  `${Array.from({ length: lines }, (_, i) => `print("${words} ${i}")`).join('\n')}\n`;
const FILES: MadeFiles = {
  'src/heron.py': `def wade(depth):\n    """Herons wade."""\n    return depth\n\n\ndef rest():\n    return None\n`,
  'tests/test_heron.py': Array.from(
    { length: 30 },
    (_, i) => `def test_wade_${i}():\n    assert wade(${i}) == ${i}  # herons wade\n`,
  ).join('\n'),
  'docs/heron.md': `# Herons\n\nHerons wade, herons wade again, and wade more.\n`,
  'src/large.py': `def other():\n    """Herons wade here too, once."""\n    return 1\n\n\n${filler('nothing about it', 3_000)}`,
};

interface Packed {
  readonly path: string;
  readonly why: PackReason;
}

async function pack(
  engine: Engine,
  id: string,
  more: { budgetTokens: number; path?: string[] },
): Promise<{ answer: PackAnswer; chunks: Packed[] }> {
  const { budgetTokens, path } = more;
  const filters = path === undefined ? {} : { filters: { path } };
  const answer = await engine.makePack(packOf(id, { budgetTokens, mask: false, ...filters }));
  const chunks = await Promise.all(
    answer.refs.map(async (ref, i) => ({
      path: (await engine.getChunk(id, ref))?.chunk.path ?? '',
      why: answer.reasons[i] as PackReason,
    })),
  );
  return { answer, chunks };
}

function ask(engine: Engine, collectionId: string, query: string, budgetTokens: number): Promise<PackAnswer> {
  return engine.makePack(packOf(collectionId, { query, budgetTokens, mask: false }));
}

describe('[P1] a pack', () => {
  it('contains the code before its tests, and says why each chunk is in', async () => {
    const { engine, id } = await makeFilled(FILES);
    const { chunks } = await pack(engine, id, { budgetTokens: 190 });
    expect(chunks.map(({ path }) => path)).toContain('src/heron.py');
    expect(chunks.map(({ path }) => path)).not.toContain('tests/test_heron.py');
    expect(chunks.find(({ path }) => path === 'src/heron.py')?.why).toBe('hit');
  });

  it('contains the tests if a filter names them', async () => {
    const { engine, id } = await makeFilled(FILES);
    const { chunks } = await pack(engine, id, { budgetTokens: 2_000, path: ['tests'] });
    expect(new Set(chunks.map(({ path }) => path))).toEqual(new Set(['tests/test_heron.py']));
  });

  it('contains a small file completely, not the rest of a large one, and stays within its budget', async () => {
    const small = `${FILES['src/heron.py']}\n\n${Array.from({ length: 12 }, (_, i) => `class Other${i}:\n    """${'Something else. '.repeat(30)}"""\n\n    def method(self):\n        return ${i}\n`).join('\n\n')}`;
    const { engine, id } = await makeFilled({ ...FILES, 'src/heron.py': small });
    const { answer, chunks } = await pack(engine, id, { budgetTokens: 8_000 });
    const own = chunks.filter(({ path }) => path === 'src/heron.py');
    expect(own.length).toBe((await engine.listFiles(id)).find(({ path }) => path === 'src/heron.py')?.chunkCount);
    expect(own.some(({ why }) => why === 'same-file')).toBe(true);
    expect(answer.tokens).toBeLessThanOrEqual(8_000);
    expect(answer.tokens).toBeGreaterThan(5_000);
  });

  it('[P3] is filled if the question quotes words that occur nowhere verbatim', async () => {
    const { engine, id } = await makeFilled(FILES);
    const answer = await ask(engine, id, 'why is it "ERROR: herons wade through table 7"', 1_000);
    expect(answer.items.map(({ path }) => path)).toContain('src/heron.py');
    expect((await engine.search(id, '"ERROR: herons wade through table 7"')).all).toBe(0);
  });

  it('contains code that joins two words of the question', async () => {
    const { engine, id } = await makeFilled({
      ...FILES,
      'src/pages.py': 'def write_manpage(out):\n    out.manpages += 1\n',
    });
    const answer = await ask(engine, id, 'man page sections', 300);
    expect(answer.items[0]?.path).toBe('src/pages.py');
  });

  it('contains the start of a file with the chunks found in it, and never on its own', async () => {
    const method = (name: string, lines: number): string =>
      `def ${name}(nest):\n    """Ospreys dive."""\n${'    nest.steps.append(nest)\n'.repeat(lines)}\n\n`;
    const filling = Array.from({ length: 30 }, (_, i) => method(`other_${i}`, 60).replace('Ospreys dive', 'Nothing'));
    const file = (lines: number): string =>
      `import nests\nfrom trees import branch\n\nHEIGHT = 3\n\n\n${filling.join('')}${method('dive', lines)}`;
    const { engine, id } = await makeFilled({ 'src/osprey.py': file(20), 'src/huge.py': file(220) });
    const { items } = await ask(engine, id, 'ospreys dive', 1_000);
    const own = items.filter(({ path }) => path === 'src/osprey.py');
    expect(own.find(({ why }) => why === 'head')?.lines[0]?.[0]).toBe(1);
    expect(own.some(({ why }) => why === 'hit')).toBe(true);
    expect(items.some(({ path, why }) => path === 'src/huge.py' && why === 'head')).toBe(false);
  });

  it('contains the notes that its matches link to, after them and only if budget is left', async () => {
    const { engine, id } = await makeFilled({
      'Herons.md': 'Herons wade at dawn. See [[Reed bed]], [nests](birds/Nests.md) and [[Missing]].\n',
      'Reed bed.md': 'Tall plants. [[Herons]] [[Mud]]\n',
      'birds/Nests.md': `Sticks.\n\n## Material\n\n${'Twigs and leaves. '.repeat(300)}\n`,
      'Mud.md': 'Two links away.\n',
      'Other.md': 'Nothing to do with it.\n',
    });
    const find = async (query: string, budgetTokens: number) =>
      (await ask(engine, id, query, budgetTokens)).items.map(({ path, why }) => [path, why]);
    expect(await find('wade dawn', 2_000)).toEqual([
      ['Herons.md', 'hit'],
      ['Reed bed.md', 'linked'],
      ['birds/Nests.md', 'linked'],
    ]);
    expect(await find('wade dawn', 30)).toEqual([]);
    expect(await find('wade dawn path:Herons', 2_000)).toEqual([['Herons.md', 'hit']]);
  });

  it('[E1] is the same for any order of files', async () => {
    const { engine, id: one } = await makeFilled(FILES);
    const other = await makeCollection(engine, Object.fromEntries(Object.entries(FILES).reverse()));
    const [first, second] = [
      await pack(engine, one, { budgetTokens: 1_500 }),
      await pack(engine, other, { budgetTokens: 1_500 }),
    ];
    expect(first.answer.text).toBe(second.answer.text);
  });

  it('[P2] contains outlines of relevant files that do not fit, without losing those that fit', async () => {
    const method = (i: number): string =>
      `    def wade_${i}(self, depth):\n        """Herons wade ${i}."""\n${'        self.steps.append(depth)  # herons wade\n'.repeat(160)}`;
    const colony = `class Colony:\n${Array.from({ length: 5 }, (_, i) => method(i)).join('\n')}`;
    const { engine, id } = await makeFilled({ ...FILES, 'src/colony.py': colony });
    const base = packOf(id, { budgetTokens: 900, mask: false });
    const whole = await engine.makePack(base);
    const { items, text, tokens } = await engine.makePack({ ...base, detail: 'signatures' });
    expect(whole.items.every(({ why }) => why !== 'outline')).toBe(true);
    expect(tokens).toBeLessThanOrEqual(900);
    const outline = items.find(({ path }) => path === 'src/colony.py');
    expect(outline?.why).toBe('outline');
    expect(outline?.lines.slice(0, 2)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(text).toContain('## src/colony.py (outline)');
    expect(text).toContain('\n  2-163 method `wade_0`(self, depth) — Herons wade 0.\n');
    expect(items.find(({ path }) => path === 'src/heron.py')?.why).toBe('hit');
  });

  describe('[P1] in its outlines', () => {
    const AROUND: MadeFiles = {
      'src/marsh.py': `from ponds import FishPond, wade_limit\n\n\nclass WadingColony:\n    def herons_wade(self):\n        return FishPond(wade_limit(), net.OldPond, self.count_boats())  # not OldBoat\n`,
      'lib/ponds.py': `class FishPond:\n    """Water with fish."""\n\n    def count_fish(self):\n        return 1\n\n\ndef fill_up():\n    return 2\n`,
      'lib/limits.py': `def wade_limit():\n    return 1\n`,
      'lib/more_limits.py': `def wade_limit():\n    return 2\n`,
      'lib/other_limits.py': `def wade_limit():\n    return 3\n`,
      'lib/old.py': 'class OldPond:\n    pass\n\n\nclass OldBoat:\n    pass\n',
      'lib/harbour.py': 'class Harbour:\n    def count_boats(self):\n        return 1\n',
      'app/zoo.py': `from marsh import WadingColony\n\n\ndef open_zoo():\n    return WadingColony()\n`,
      'tests/test_zoo.py': 'def test_zoo():\n    assert WadingColony()\n',
    };
    const asked = { query: 'herons', budgetTokens: 8_000, mask: false, detail: 'signatures' } as const;

    it('has the signatures of definitions that the best files use, and the lines that use theirs', async () => {
      const { engine, id } = await makeFilled(AROUND);
      const { text, items } = await engine.makePack(packOf(id, asked));
      const outlines = text.split('\n## ').filter((part) => part.includes(' (outline)\n\n'));
      expect(outlines.map((part) => part.split('\n---')[0]?.trim())).toEqual([
        'lib/ponds.py (outline)\n\n```\n1-5 class `FishPond` — Water with fish.\n```',
        'app/zoo.py (outline)\n\n```\n5 uses `return WadingColony()`\n```',
      ]);
      expect(items.filter(({ why }) => why === 'outline').map(({ path, lines }) => [path, lines])).toEqual([
        ['lib/ponds.py', [[1, 1]]],
        ['app/zoo.py', [[5, 5]]],
      ]);
    });

    it('has none outside of a selection or of a filter, or with the rule off', async () => {
      const { engine, id } = await makeFilled(AROUND);
      const selection = { paths: [], include: ['src/**', 'app/**'], exclude: [], picks: [] };
      const listPaths = async (more: object): Promise<string[]> =>
        (await engine.makePack(packOf(id, { ...asked, ...more }))).items.map(({ path }) => path);
      expect(await listPaths({ without: ['neighbours'] })).toEqual(['src/marsh.py']);
      expect(await listPaths({ filters: { path: ['src'] } })).toEqual(['src/marsh.py']);
      expect(await listPaths({ selection })).toEqual(['src/marsh.py', 'app/zoo.py']);
    });
  });

  it('[P4] refills when a chunk is removed, and puts the best first unless told otherwise', async () => {
    const { engine, id } = await makeFilled(FILES);
    const options = packOf(id, { budgetTokens: 900, mask: false });
    const before = await engine.makePack(options);
    const [best] = before.items;
    expect(best?.path).toBe('src/heron.py');
    const after = await engine.makePack({ ...options, leaveOut: [best?.key as string] });
    expect(after.items.map(({ key }) => key)).not.toContain(best?.key);
    const known = new Set(before.items.map(({ key }) => key));
    expect(after.items.some(({ key }) => !known.has(key))).toBe(true);
    const ordered = await engine.makePack({ ...options, order: 'path' });
    expect(ordered.text.indexOf('## src/heron.py')).toBeGreaterThan(ordered.text.indexOf('## docs/heron.md'));
    expect(before.text.indexOf('## src/heron.py')).toBeLessThan(before.text.indexOf('## docs/heron.md'));
  });

  it('contains the tests of what it finds on request, or if the question mentions tests', async () => {
    const test = (name: string): string => `def test_${name}():\n    assert ${name}(1) == 1  # herons wade\n`;
    const { engine, id } = await makeFilled({
      ...FILES,
      'tests/test_heron.py': test('wade'),
      'tests/flight_checks/test_birds.py': `from heron import migrate_south\n\n\ndef test_it():\n    assert migrate_south()\n${filler('birds', 40)}`,
      'src/journey.py': `def migrate_south():\n    """Herons wade on their journey."""\n    return True\n`,
      'src/jvmTest/OtherTest.kt': `class OtherTest {\n${'    fun herons() = wade()\n'.repeat(40)}}\n`,
    });
    const findPlace = async (query: string, tests?: boolean) => {
      const { items } = await engine.makePack({ ...packOf(id, { query, budgetTokens: 2_000, mask: false }), tests });
      return items.findIndex(({ path }) => path === 'tests/test_heron.py');
    };
    expect(await findPlace('herons wade', true)).toBeGreaterThanOrEqual(0);
    expect(await findPlace('herons wade', true)).toBeLessThan(await findPlace('herons wade'));
    const { items } = await engine.makePack({
      ...packOf(id, { query: 'journey', budgetTokens: 2_000, mask: false }),
      tests: true,
    });
    expect(items.map(({ path }) => path)).toContain('tests/flight_checks/test_birds.py');
    const mentioned = 'herons wade, with tests';
    expect(await findPlace(mentioned)).toBeLessThan(await findPlace(mentioned, false));
  });

  it('contains a source before the bundle made from it', async () => {
    const code = 'export function wade() {\n  return "herons wade";\n}\n';
    const bundles = ['public/heron.cjs.js', 'public/heron-1.2.0.js', 'public/heron.min.js'];
    const { engine, id } = await makeFilled({
      ...Object.fromEntries(bundles.map((path, i) => [path, `${code}// herons wade ${i}\n`])),
      'src/wading.js': `${code}\n${filler('nothing', 30)}`,
    });
    const { items } = await ask(engine, id, 'herons wade', 2_000);
    expect(items[0]?.path).toBe('src/wading.js');
  });

  it('has one of many methods made after one pattern before other code, and the others only if budget is left', async () => {
    const method = (i: number): string =>
      `    def replace_heron_${i}(self, message, attribute, rule, parameters):\n        """Herons wade."""\n        values = self.read_values(parameters, attribute)\n        return str_replace(message, attribute, values, rule)\n`;
    const filler = (name: string): string =>
      `def ${name}(depth):\n    """Herons wade."""\n    return wade(depth, ${name})\n`;
    const { engine, id } = await makeFilled({
      'src/replaces.py': `class Replaces:\n${Array.from({ length: 60 }, (_, i) => method(i)).join('\n')}`,
      ...Object.fromEntries(['rest', 'nest', 'fly', 'call'].map((name) => [`src/${name}.py`, filler(name)])),
    });
    const { items } = await ask(engine, id, 'herons wade', 1_300);
    expect(new Set(items.map(({ path }) => path)).size).toBe(5);
  });

  it('gives one of several documents a third of the budget at most, and names title and pages', async () => {
    const line = (text: string, y: number) => ({ text, x: 50, y });
    const toPage = (page: number, words: string) =>
      Array.from({ length: 20 }, (_, i) => line(`${words} ${page}.${i}`, 760 - i * 20));
    const makePaper = (title: string, pages: number) =>
      makePdf({ title, pages: Array.from({ length: pages }, (_, i) => toPage(i, `${title}: herons wade in water`)) });
    const { engine, id } = await makeFilled({
      'long.pdf': makePaper('Herons of the delta', 18),
      'second.pdf': makePaper('Second study', 1),
      'third.pdf': makePaper('Third study', 1),
    });
    const { text, items } = await ask(engine, id, 'herons wade', 1_500);
    const long = items.filter(({ path }) => path === 'long.pdf');
    expect(long.length).toBeGreaterThan(0);
    expect(long.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(1_500 / 3);
    expect(text).toMatch(/^long\.pdf \(part\): Herons of the delta; p\. \d/m);
    expect(text).toMatch(/^second\.pdf \(whole\): Second study; p\. 1$/m);
  });
});
