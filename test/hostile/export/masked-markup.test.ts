import { describe, expect, it } from 'vitest';
import { TEXT_ARTIFACTS } from '../../../src/export/export-artifact.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { readZip } from '../../support/zip-fixtures.ts';
import { createPicker, makePrivateKey } from '../../unit/export/secrets/make-tokens.ts';

const pick = createPicker(31);
const ALNUM = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const a = (count: number): string => pick(ALNUM, count);
const quoted = a(16);
const [bold, entity, comment, inTitle, inSvg, inMarkdown, inHeading, inCell, escaped, inImport] = Array.from(
  { length: 10 },
  () => a(36),
);
const weak = 'Sommer2031';
const key = makePrivateKey(77);

/** Secrets that markup splits or hides. */
const FILES: Record<string, string> = {
  'spans.html': `<p><span>password</span><span>:</span> <span>"${quoted}"</span></p>`,
  'bold.html': `<p>Use gh${'p_'}<b>${bold}</b> here.</p>`,
  'entity.html': `<p>&#103;h${'p_'}${entity}</p>`,
  'comment.html': `<p>gh${'p_'}<!-- x -->${comment}</p>`,
  'title.html': `<title>gh&#112;_${inTitle}</title><h1>gh<wbr>${'p_'}${inTitle}</h1><meta name="description" content="gh&#112;_${inTitle}">`,
  'cells.html': `<table><tr><th>User</th><th>Password</th></tr><tr><td>bob</td><td>${weak}</td></tr></table><p>token</p><p>token: ${inCell}</p>`,
  'picture.svg': `<svg><title>gh${'p_'}<tspan>${inSvg}</tspan></title></svg>`,
  'notes.md': `# gh${'p_'}**${inHeading}**\n\nUse gh${'p_'}**${inMarkdown}** here.\n`,
  'key.ipynb': JSON.stringify(
    {
      cells: [
        { cell_type: 'code', source: key.split('\n').map((line) => `${line}\n`), outputs: [] },
        { cell_type: 'code', source: [`x = "gh\\u0070_${escaped}"\n`.replace('\\u0070', 'p')], outputs: [] },
        { cell_type: 'markdown', source: ['# After the key\n'] },
      ],
    },
    null,
    1,
  ).replace(`gh${'p_'}${escaped}`, `gh\\u0070_${escaped}`),
  'lines.json': JSON.stringify({ key: key.split('\n'), after: 'kept' }, null, 1),
};
const VALUES = [
  quoted,
  bold,
  entity,
  comment,
  inTitle,
  weak,
  inSvg,
  inHeading,
  inMarkdown,
  inCell,
  escaped,
  ...key.split('\n').slice(1, -1),
] as string[];

async function exportAll(files: Record<string, string>): Promise<Map<string, string>> {
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, files);
  const texts = new Map<string, string>();
  for (const form of ['full', 'compact'] as const) {
    const { blob } = await engine.exportZip({ collectionId: id, jobId: form, form, mask: true });
    for (const { name, data } of readZip(new Uint8Array(await (blob as Blob).arrayBuffer())).entries)
      texts.set(`${form} ${name}`, Buffer.from(data).toString('utf8'));
  }
  for (const name of TEXT_ARTIFACTS)
    texts.set(name, await (await engine.exportArtifact(id, name, { mask: true })).text());
  texts.set(
    'pack',
    (
      await engine.makePack({
        collectionId: id,
        query: 'password key use',
        budgetTokens: 8000,
        format: 'markdown',
        counter: 'other',
        mask: true,
      })
    ).text,
  );
  return texts;
}

function findLeaks(texts: ReadonlyMap<string, string>, values: readonly string[]): string[] {
  const leaks: string[] = [];
  for (const [name, text] of texts)
    for (const value of values)
      if (text.includes(value) || text.includes(value.toLowerCase())) leaks.push(`${name}: ${VALUES.indexOf(value)}`);
  return leaks;
}

interface IndexJson {
  readonly warnings: readonly { code: string }[];
  readonly files: readonly { path: string; line_count: number; headings: readonly unknown[] }[];
  readonly chunks: readonly { path: string; content: string; start_line: number; end_line: number }[];
}

describe('a masked export of markup', () => {
  it('contains no secret that tags, entities, cells or escapes split, and is otherwise unchanged', {
    timeout: 60_000,
  }, async () => {
    const texts = await exportAll(FILES);
    expect(texts.size).toBeGreaterThan(30);
    expect(findLeaks(texts, VALUES)).toEqual([]);
    const index = JSON.parse(texts.get('index.json') as string) as IndexJson;
    expect(index.warnings.filter(({ code }) => code === 'json-parse' || code === 'hash-mismatch')).toEqual([]);
    const contentOf = (path: string): string =>
      index.chunks
        .filter((chunk) => chunk.path === path)
        .map(({ content }) => content)
        .join('\n');
    expect(contentOf('spans.html')).toMatch(/^password: "\[\[secret:password:\d+\]\]"$/);
    expect(contentOf('bold.html')).toMatch(/^Use \[\[secret:github-token:\d+\]\] here\.$/);
    expect(contentOf('key.ipynb')).toContain('After the key');
    expect(contentOf('lines.json')).toContain('"after": "kept"');
    expect(JSON.parse(contentOf('lines.json'))).toMatchObject({ after: 'kept' });
  });

  it('verifies and gives the same bytes when it is imported and exported again', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, FILES);
    const zipOf = async (collectionId: string, jobId: string, mask: boolean): Promise<Buffer<ArrayBuffer>> => {
      const { blob } = await engine.exportZip({ collectionId, jobId, form: 'full', mask });
      return Buffer.from(await (blob as Blob).arrayBuffer());
    };
    const masked = await zipOf(id, 'masked', true);
    const imported = await engine.importCollection({ file: new Blob([masked]), name: 'made', jobId: 'import' });
    expect((await engine.listWarnings(imported.id)).filter(({ code }) => code === 'hash-mismatch')).toEqual([]);
    expect((await zipOf(imported.id, 'again', false)).equals(masked)).toBe(true);
  });

  it('masks an import without its sources, and keeps its lines', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, {
      'page.html': `<h1>Top</h1>\n<p>a &lt;b&gt; c</p>\n\n\n<h2>Keys</h2>\n<p>gh${'p_'}<b>${inImport}</b></p>`,
    });
    const { blob } = await engine.exportZip({ collectionId: id, jobId: 'raw', form: 'full', mask: false });
    const imported = await engine.importCollection({ file: blob as Blob, name: 'made', jobId: 'import' });
    const read = async (collectionId: string): Promise<IndexJson> =>
      JSON.parse(await (await engine.exportArtifact(collectionId, 'index.json', { mask: true })).text());
    const [own, again] = [await read(id), await read(imported.id)];
    expect(JSON.stringify(again)).not.toContain(inImport);
    expect(again.chunks).toEqual(own.chunks);
    expect(again.files[0]?.headings).toEqual(own.files[0]?.headings);
  });

  it('reports the place of such a secret, and keeps it when it is allowed', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, { 'bold.html': `<p>one</p>\n<p>gh${'p_'}<b>${bold}</b></p>\n` });
    const places = await engine.scanSecrets(id, 'scan');
    expect(places).toEqual([{ path: 'bold.html', line: 2, kind: 'github-token', n: 1 }]);
    const allowedSecrets = places.map(({ path, line, kind }) => `${path}:${line}:${kind}`);
    const { blob } = await engine.exportZip({ collectionId: id, jobId: 'x', form: 'full', mask: true, allowedSecrets });
    const index = readZip(new Uint8Array(await (blob as Blob).arrayBuffer())).entries.find(
      ({ name }) => name === 'index.json',
    );
    expect(Buffer.from(index?.data ?? []).toString()).toContain(bold);
  });

  it('masks a word or name only where it is used as a secret', async () => {
    const texts = await exportAll({
      '.env': 'DB_PASSWORD=field_name2\n',
      'form.py': 'def field_name2(form):\n    return form.field_name2\n',
    });
    expect(texts.get('index.json')).toContain('return form.field_name2');
    expect(texts.get('index.json')).toContain('DB_PASSWORD=[[secret:password:1]]');
  });
});
