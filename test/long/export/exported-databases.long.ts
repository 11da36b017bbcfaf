import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quire } from '../../support/run-cli.ts';
import { lucene, postgres } from '../../support/search-engines.ts';

const ODD = `a'b"c $$ \\ é.md`;
const NEWS = "what's new.md";
const LOAD = resolve('docs/scale/load.sql');

/** What `quire export` writes, loaded by the commands of docs/scale.md. The collection mixes code and prose, which has no symbols. */
describe('an export in a database', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-databases-'));
    for (const name of ['before', 'now']) {
      mkdirSync(at(name));
      writeFileSync(join(at(name), ODD), '# Odd\n\nThe kingfisher nests below the mill.\n');
      writeFileSync(join(at(name), 'saw.ts'), 'export function openSaw(): number {\n  return 7;\n}\n');
      writeFileSync(join(at(name), NEWS), `# News\n\nThe saw is ${name === 'now' ? 'sharp' : 'blunt'}.\n`);
    }
    // Lucene fails only where hundreds of chunks have no symbol.
    cpSync('docs', at('mixed/docs'), { recursive: true });
    cpSync('src/search', at('mixed/code'), { recursive: true });
    for (const args of [
      [at('mixed'), '--out', at('mixed-out'), '--only', 'mapping.json,bulk.ndjson'],
      [at('before'), '--out', at('full')],
      [at('now'), '--out', at('changes'), '--since', at('before'), '--only', 'changes.zip'],
    ])
      expect(await quire('export', ...(args as string[]), '--no-mask')).toMatchObject({ code: 0 });
    const zip = readdirSync(at('changes')).find((name) => name.endsWith('.zip')) as string;
    execFileSync('unzip', ['-q', zip], { cwd: at('changes') });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  describe.skipIf(!postgres.available)(`PostgreSQL ${postgres.available ? '' : postgres.reason}`, () => {
    it('has the rows of the export and of its delta, with any file name, in a schema of its own', async () => {
      const server = await postgres.start();
      try {
        server.psql('create schema docs;');
        const run = (name: string, file: string, variables: Record<string, string> = {}) =>
          server.psqlFile(file, {
            ...{ cwd: at(name), variables: { ON_ERROR_STOP: '1', ...variables } },
            env: { PGOPTIONS: '-c search_path=docs', PGCLIENTENCODING: 'LATIN1' },
          });
        run('full', 'schema.sql');
        const load = (name: string, variables = {}) => run(name, LOAD, { name: "miller's", ...variables });
        const find = (words: string) => server.psql(`select path from docs.quire_search('${words}', 10);`);
        expect(load('full')).toEqual(['3']);
        expect(find('kingfisher')).toEqual([ODD]);
        expect(find('blunt saw')).toEqual([NEWS, 'saw.ts']);
        expect(load('changes', { delta: 'delta.json' })).toEqual(['3']);
        expect(find('blunt')).toEqual([]);
        expect(find('sharp')).toEqual([NEWS]);
        expect(() => load('changes', { delta: 'delta.json' })).toThrow('the delta starts from');
        server.psql("create database latin encoding 'LATIN1' locale 'C' template template0;");
        const schema = `\\i ${at('full')}/schema.sql\n`;
        expect(() => server.psql(schema, 'latin')).toThrow('encoding of this database is LATIN1, it must be UTF8');
      } finally {
        server.stop();
      }
    });
  });

  describe.skipIf(!lucene.available)(`Lucene ${lucene.available ? '' : lucene.reason}`, () => {
    it('finds code and prose, also where no chunk has a symbol', async () => {
      const place = [join(at('full'), 'mapping.json'), at('index')];
      expect(lucene.run(['load', ...place, join(at('full'), 'bulk.ndjson')])).toEqual(['3']);
      const answers = lucene.run(['search', ...place], ['kingfisher', 'openSaw', 'blunt saw']);
      expect(answers.map((line) => line.split(' ').filter(Boolean).length)).toEqual([1, 2, 2]);
      const mixed = [join(at('mixed-out'), 'mapping.json'), at('mixed-index')];
      lucene.run(['load', ...mixed, join(at('mixed-out'), 'bulk.ndjson')]);
      const [found] = lucene.run(['search', ...mixed], ['how are blocks of a published collection verified']);
      expect(found?.split(' ').length).toBeGreaterThan(50);
      const bulk = readdirSync(at('changes')).filter((name) => /^bulk.*\.ndjson$/.test(name));
      const files = bulk.map((name) => join(at('changes'), name));
      expect(lucene.run(['update', ...place, join(at('changes'), 'delta.json'), ...files])).toEqual(['3']);
      expect(lucene.run(['search', ...place], ['sharp', 'blunt']).map((line) => line.length > 0)).toEqual([
        true,
        false,
      ]);
    });
  });
});
