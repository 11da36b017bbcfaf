import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { type MadeFiles, makeFilled, syncFiles } from '../../support/make-engine.ts';
import { createRandom } from '../../support/random.ts';
import { readArtifact, readExport } from '../../support/read-exports.ts';
import { makeTokens } from '../../unit/export/secrets/make-tokens.ts';

const [token = '', otherToken = ''] = makeTokens(21)
  .map(({ value }) => value)
  .filter((value) => /^gh[a-z]_/.test(value));
const SECRET = `# Access\n\nThe token is ${token} for now.\n`;

interface Delta {
  readonly fileName: string;
  /** `what old_path path` of every change. */
  readonly changes: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly texts: ReadonlyMap<string, string>;
}

async function readDelta(engine: Engine, id: string, allowedSecrets: readonly string[] = []): Promise<Delta> {
  const { fileName, ...made } = await readExport(engine, id, { form: 'delta', mask: true, allowedSecrets });
  const texts = new Map(Object.entries(made.texts));
  const rows = (texts.get('changes.tsv') as string)
    .split('\n')
    .slice(2, -1)
    .map((line) => line.split('\t'));
  return { fileName, rows, texts, changes: rows.map(([what, , , oldPath, path]) => `${what} ${oldPath} ${path}`) };
}

/** Makes a delta between the two states. */
async function makeDelta(before: MadeFiles, after: MadeFiles) {
  const { engine, id } = await makeFilled(before);
  const unmasked = [await readIndex(engine, id, false)];
  await syncFiles(engine, id, after);
  unmasked.push(await readIndex(engine, id, false));
  return { engine, id, unmasked, delta: await readDelta(engine, id) };
}

interface Index {
  readonly index_id: string;
  readonly chunks: readonly {
    readonly id: string;
    readonly path: string;
    readonly content: string;
    readonly content_hash: string;
    readonly start_line: number;
  }[];
}

async function readIndex(engine: Engine, id: string, mask: boolean): Promise<Index> {
  return JSON.parse(await readArtifact(engine, id, 'index.json', { mask }));
}

describe('a delta of a collection without an earlier state', () => {
  it('is refused before the picked file is opened', async () => {
    const { engine, id } = await makeFilled({ 'a.md': '# A\n' });
    let begun = 0;
    const target = {
      async createWritable() {
        begun++;
        return new WritableStream();
      },
    } as unknown as FileSystemFileHandle;
    const asked = engine.exportZip({ collectionId: id, jobId: 'delta', form: 'delta', mask: false, target });
    await expect(asked).rejects.toMatchObject({ code: 'store/not-found' });
    expect(begun).toBe(0);
  });
});

describe('a masked delta', () => {
  it('does not list a chunk with a secret if nothing changed in it', async () => {
    const before = { 'access.md': SECRET, [`keys/${otherToken}.md`]: '# Key\n' };
    const { delta } = await makeDelta(before, { ...before, 'new.md': '# New\n' });
    expect(delta.changes).toEqual(['added  new.md']);
    expect([...delta.texts.keys()].filter((name) => name.startsWith('chunks/'))).toHaveLength(1);
  });

  it('lists changes around a secret, with the masked text and the ids of the masked export', async () => {
    const before = {
      'access.md': SECRET,
      'gains.md': '# Gains\n\nnothing yet\n',
      'loses.md': `# Loses\n\n${token}\n`,
      'renamed.md': `# Renamed\n\n${token} stays in here.\n`,
    };
    const { engine, id, delta } = await makeDelta(before, {
      'access.md': SECRET.replace('for now', 'for good'),
      'gains.md': `# Gains\n\n${otherToken}\n`,
      'loses.md': '# Loses\n\nnothing more\n',
      'under-another-name.md': before['renamed.md'],
    });
    expect(delta.changes).toEqual([
      'changed access.md access.md',
      'changed gains.md gains.md',
      'changed loses.md loses.md',
      'moved renamed.md under-another-name.md',
    ]);
    const masked = await readIndex(engine, id, true);
    expect(delta.rows.map((row) => row[10])).toEqual(masked.chunks.map((chunk) => chunk.id));
    expect(delta.texts.get('CHANGES.md')).toContain(`to: ${masked.index_id}\n`);
    const [access, gains] = delta.rows.map((row) => delta.texts.get(`chunks/${row[2]}.md`));
    expect(access).toMatch(/The token is \[\[secret:github-token:1\]\] for good\./);
    expect(gains).toContain('[[secret:github-token:2]]');
  });

  it('holds no hash of what was masked, neither now nor in the earlier state', async () => {
    const before = {
      'access.md': SECRET,
      'gone.md': `# Gone\n\n${otherToken}\n`,
      'renamed.md': `# Renamed\n\n${token} stays in here.\n`,
      [`keys/${otherToken}.md`]: '# Key\n\nNo secret but in the name.\n',
      'plain.md': '# Plain\n\nNo secret at all.\n',
    };
    const { delta, unmasked } = await makeDelta(before, {
      'access.md': SECRET.replace('for now', 'for good'),
      'under-another-name.md': before['renamed.md'],
      'keys/plain.md': before[`keys/${otherToken}.md`] as string,
      'also-plain.md': before['plain.md'],
    });
    const told = [delta.fileName, ...delta.texts.values()].join('\n');
    for (const { index_id, chunks } of unmasked) {
      expect(told).not.toContain(index_id.slice(0, 8));
      for (const { id, path, content, content_hash } of chunks) {
        const isSecret = /gh[a-z]_/.test(`${path} ${content}`);
        if (isSecret) expect(told).not.toContain(id);
        if (/gh[a-z]_/.test(content)) expect(told).not.toContain(content_hash);
      }
    }
    expect(told).not.toMatch(/gh[a-z]_/);
    expect(told).not.toContain('undefined');
    // The id of text that is in the export itself reveals nothing new, and names the chunk in an earlier one.
    const plain = delta.rows.find((row) => row[4] === 'also-plain.md') as readonly string[];
    expect(plain[9]).toBe(unmasked[0]?.chunks.find(({ path }) => path === 'plain.md')?.id);
  });

  it('lists no change for a secret that was allowed since', async () => {
    const before = { 'access.md': SECRET, 'b.md': '# B\n' };
    const { engine, id } = await makeDelta(before, { 'access.md': SECRET });
    expect((await readDelta(engine, id, ['access.md:3:github-token'])).changes).toEqual(['removed b.md ']);
  });

  it('contains every changed line of a file that masking splits into other chunks', async () => {
    const random = createRandom(4);
    const base64 = (chars: number): string =>
      Array.from(
        { length: chars },
        () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'[random.below(64)],
      ).join('');
    const key = [
      '-----BEGIN PRIVATE KEY-----',
      ...Array.from({ length: 40 }, () => base64(64)),
      '-----END PRIVATE KEY-----',
    ];
    const lines = [...key, ...Array.from({ length: 600 }, (_, i) => `line ${i} of a long text without any heading`)];
    const before = { 'long.txt': `${lines.join('\n')}\n` };
    const after = before['long.txt'].replace('line 400 of', 'line four hundred of');
    const { engine, id, delta, unmasked } = await makeDelta(before, { 'long.txt': after });
    const masked = await readIndex(engine, id, true);
    const cuts = (index: Index | undefined) => index?.chunks.map(({ start_line }) => start_line);
    expect(cuts(masked)).not.toEqual(cuts(unmasked[1]));
    const written = [...delta.texts].filter(([name]) => name.startsWith('chunks/')).map(([, text]) => text);
    expect(written.join('\n')).toContain('line four hundred of');
    expect(written.length).toBeLessThanOrEqual(2);
    expect(new Set(delta.changes)).toEqual(new Set(['changed long.txt long.txt']));
  });
});

describe('a single exported artifact', () => {
  it('shows a secret that the user allowed, like the whole export', async () => {
    const { engine, id } = await makeFilled({ 'access.md': SECRET });
    const places = await engine.scanSecrets(id, 'scan');
    const allowedSecrets = places.map(({ path, line, kind }) => `${path}:${line}:${kind}`);
    const read = async (allowed: readonly string[]) =>
      (await engine.exportArtifact(id, 'chunks.jsonl', { mask: true, allowedSecrets: allowed })).text();
    expect(await read([])).not.toContain(token);
    expect(await read(allowedSecrets)).toContain(token);
  });

  it('shows hidden characters as escapes in text for models, and leaves them in JSON', async () => {
    const { engine, id } = await makeFilled({ 'a.md': '# Hidden\u200b heading\n\nText.\n' });
    const read = async (name: 'outline.md' | 'chunks.jsonl') =>
      (await engine.exportArtifact(id, name, { escapeHidden: true })).text();
    expect(await read('outline.md')).toContain('Hidden\\u{200b} heading');
    expect(await read('chunks.jsonl')).toContain('Hidden\u200b heading');
    expect(await (await engine.exportArtifact(id, 'outline.md')).text()).toContain('Hidden\u200b heading');
  });
});
