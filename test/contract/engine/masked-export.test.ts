import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { TEXT_ARTIFACTS } from '../../../src/export/export-artifact.ts';
import { makeFilled, syncFiles } from '../../support/make-engine.ts';
import { readArtifact, readExport } from '../../support/read-exports.ts';
import { isWhole, sampleSize } from '../../support/sample-size.ts';
import { type MadeToken, makeTokens } from '../../unit/export/secrets/make-tokens.ts';

const PNG = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]);

/**
 * Makes files with every value in derived places: body, heading, JSON key, symbol's comment, attribute, and a quotation elsewhere. In
 * `npm test` each value has one of four places.
 */
function makeFiles(tokens: readonly MadeToken[]): Record<string, string | Uint8Array<ArrayBuffer>> {
  const files: Record<string, string | Uint8Array<ArrayBuffer>> = {};
  tokens.forEach(({ value, line }, i) => {
    files[`conf/${i}.env`] = `${line}\n`;
    if (!/["\\\n<>]/.test(value)) {
      const places: Record<string, string> = {};
      places[`docs/${i}.md`] = `# Use ${value} here\n\nThe value ${value} again.\n`;
      places[`data/${i}.json`] = `{"${value}": "${value}"}\n`;
      places[`src/${i}.ts`] = `/** ${value} */\nexport function use${i}(): string {\n  return '${value}';\n}\n`;
      places[`web/${i}.html`] = `<title>${value}</title><h1>${value}</h1><p>${value}</p>`;
      const own = Object.entries(places);
      Object.assign(files, isWhole ? places : Object.fromEntries(own.slice(i % 4, (i % 4) + 1)));
    }
  });
  return files;
}

/** Returns the value, and the words an index would make from it that no other text has. */
function tracesOf(value: string): readonly string[] {
  const words = value.split(/[^A-Za-z0-9]+/).filter((word) => word.length >= 12 && /[0-9]/.test(word));
  return [value, ...words].flatMap((trace) => [trace, trace.toLowerCase()]);
}

async function readAll(engine: Engine, id: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const form of ['full', 'compact', 'delta'] as const) {
    const { fileName, texts: entries } = await readExport(engine, id, { form, mask: true });
    texts.set(`${form} name`, fileName);
    for (const [name, text] of Object.entries(entries)) texts.set(`${form} ${name}`, `${name}\n${text}`);
  }
  for (const name of TEXT_ARTIFACTS) texts.set(name, await readArtifact(engine, id, name, { mask: true }));
  return texts;
}

function findLeaks(texts: ReadonlyMap<string, string>, traces: readonly string[]): string[] {
  const leaks: string[] = [];
  for (const [name, text] of texts)
    for (const trace of traces) if (text.includes(trace)) leaks.push(`${name}: ${trace.slice(0, 6)}…`);
  return leaks;
}

describe('a masked export', () => {
  it('holds no value of 70 token shapes, nor its terms, in any entry of any form', { timeout: 60_000 }, async () => {
    const tokens = makeTokens(11);
    const { engine, id } = await makeFilled({ 'first.md': '# First\n' });
    await syncFiles(engine, id, { 'first.md': '# First\n', ...makeFiles(tokens) });
    const values = tokens.map(({ value }) => value).filter((value) => !value.includes('://'));
    expect(values.length).toBeGreaterThanOrEqual(60);
    const texts = await readAll(engine, id);
    expect(texts.size).toBeGreaterThan(sampleSize({ sample: 100, whole: 300 }));
    expect(findLeaks(texts, values.flatMap(tracesOf))).toEqual([]);
    expect(texts.get('index.json')).toContain('[[secret:');
  });

  it('masks a value in the name of a file, a folder, an image and a refused file', async () => {
    const values = makeTokens(12)
      .map(({ value }) => value)
      .filter((value) => /^(gh|gl|AK|xo|sk_)/.test(value) && !value.includes('/'))
      .slice(0, 6) as [string, string, string, string, string, string];
    const [inFile, inFolder, inImage, refused, known, gone] = values;
    const files = {
      [`keys/${inFile}.md`]: '# Key\n\nA file named for a key.\n',
      [`${inFolder}/inside.txt`]: 'inside\n',
      [`pictures/${inImage}.png`]: PNG,
      [`dumps/${refused}.txt`]: new Uint8Array([0, 1, 2, 3]),
      'note.txt': `password = "${known}"\n`,
    };
    const { engine, id } = await makeFilled({ [`old/${gone}.txt`]: 'old text\n' });
    await syncFiles(engine, id, files);
    const texts = await readAll(engine, id);
    expect(findLeaks(texts, values.flatMap(tracesOf))).toEqual([]);
    const paths = (JSON.parse(texts.get('index.json') as string) as { files: { path: string }[] }).files;
    expect(paths.map(({ path }) => path.replace(/:[0-9]+\]/, ':n]'))).toEqual([
      '[[secret:github-token:n]]/inside.txt',
      'keys/[[secret:aws-access-key:n]].md',
      'note.txt',
      'pictures/[[secret:github-token:n]].png',
    ]);
    expect(await engine.scanSecrets(id, 'scan')).toContainEqual(
      expect.objectContaining({ path: `keys/${inFile}.md`, line: 0, kind: 'aws-access-key' }),
    );
    const allowedSecrets = [`keys/${inFile}.md:0:aws-access-key`];
    const allowed = await readExport(engine, id, { mask: true, allowedSecrets });
    expect(allowed.texts['index.json']).toContain(`keys/${inFile}.md`);
  });

  it('is the same when made again from its import, masked or not [E1]', async () => {
    const [token] = makeTokens(13);
    const { engine, id } = await makeFilled({ [`a/${token?.value}.md`]: `# Key\n\n${token?.line}\n`, 'p.png': PNG });
    const importAll = async (mask: boolean) => {
      const { blob: file, bytes } = await readExport(engine, id, { mask });
      return { bytes, imported: await engine.importCollection({ file, name: 'made', jobId: 'import' }) };
    };
    const { bytes, imported } = await importAll(true);
    for (const mask of [false, true]) expect((await readExport(engine, imported.id, { mask })).bytes).toEqual(bytes);
    const { imported: raw } = await importAll(false);
    const index = JSON.parse(await readArtifact(engine, raw.id, 'index.json', { mask: true }));
    expect(index.index_id).not.toBe(raw.index_id);
  });
});
