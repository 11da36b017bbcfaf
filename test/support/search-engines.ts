import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexView } from '../../src/export/contract.ts';
import { type TextArtifactName, writeArtifact } from '../../src/export/export-artifact.ts';
import type { DocRecord } from '../harness/search-docs.ts';
import { makeView } from './make-view.ts';

const list = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).map((name) => join(folder, name));

const jars = list('/usr/share/java').filter((path) =>
  /\/(lucene-(core|analyzers-common|queries|sandbox)-8[^/]*|gson)\.jar$/.test(path),
);

/** Lucene 8 as Debian installs it, through the loader that people copy. */
export const lucene = {
  available: jars.length === 5 && existsSync('/usr/bin/javac'),
  reason: 'Lucene 8 not found (apt install default-jdk-headless liblucene8-java libgoogle-gson-java)',
  run: (args: readonly string[], input: readonly string[] = []): string[] =>
    execFileSync('java', ['-cp', jars.join(':'), 'docs/scale/LuceneLoader.java', ...args], {
      ...{ input: input.map((line) => `${line}\n`).join(''), maxBuffer: 1 << 30, encoding: 'utf8' },
    })
      .split('\n')
      .slice(0, -1),
};

const bin = list('/usr/lib/postgresql')
  .map((path) => join(path, 'bin'))
  .find((path) => existsSync(join(path, 'initdb')));

export interface PostgresServer {
  readonly port: number;
  /** Runs a script in `psql` and returns its rows, without headers. */
  psql(script: string, database?: string): string[];
  /** Runs a script file in a folder, with psql variables and an environment. */
  psqlFile(
    path: string,
    options: { cwd: string; variables?: Record<string, string>; env?: Record<string, string> },
  ): string[];
  stop(): void;
}

/** Starts a server on loopback, in a temporary folder. */
export const postgres = {
  available: bin !== undefined,
  reason: 'PostgreSQL not found (apt install postgresql)',
  async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'quire-postgres-'));
    const port = await findPort();
    // The server refuses to run as root.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(folder, statSync('/var/lib/postgresql').uid, statSync('/var/lib/postgresql').gid);
    const run = (name: string, ...args: string[]) => {
      const command = isRoot ? ['runuser', '-u', 'postgres', '--'] : [];
      const [file = '', ...rest] = [...command, join(bin as string, name), ...args];
      execFileSync(file, rest, { stdio: 'ignore', cwd: folder });
    };
    run('initdb', '-D', `${folder}/data`, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-U', 'postgres');
    const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
    run('pg_ctl', '-D', `${folder}/data`, '-l', `${folder}/log`, '-o', options, '-w', 'start');
    const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
    return {
      port,
      psql: (script, database = 'postgres') =>
        execFileSync('psql', [...address, '-d', database, '-v', 'ON_ERROR_STOP=1', '-qAtX'], {
          ...{ input: script, maxBuffer: 1 << 30, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] },
        })
          .split('\n')
          .slice(0, -1),
      psqlFile(path, { cwd, variables = {}, env = {} }) {
        const set = Object.entries(variables).flatMap(([name, value]) => ['-v', `${name}=${value}`]);
        return execFileSync('psql', [...address, '-d', 'postgres', '-qAtX', ...set, '-f', path], {
          ...{ cwd, env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' },
        })
          .split('\n')
          .slice(0, -1);
      },
      stop() {
        run('pg_ctl', '-D', `${folder}/data`, '-m', 'immediate', '-w', 'stop');
        rmSync(folder, { recursive: true });
      },
    };
  },
};

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

export async function artifactOf(view: IndexView, name: TextArtifactName): Promise<string> {
  const blocks: Uint8Array[] = [];
  for await (const block of writeArtifact(view, name)) blocks.push(block);
  return Buffer.concat(blocks).toString('utf8');
}

export async function saveArtifacts(view: IndexView, names: readonly TextArtifactName[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-artifacts-'));
  for (const name of names) writeFileSync(join(folder, name), await artifactOf(view, name));
  return folder;
}

/** One chunk per record, at a path without words: test collections have none. */
export function makeRecordView(name: string, records: readonly DocRecord[]): IndexView {
  const chunks = records.map(({ title, text, symbol }) => ({
    content: text,
    headingPath: title ? [title] : [],
    ...(symbol ? { symbol } : {}),
  }));
  return makeView([{ path: '-', kind: records[0]?.symbol ? 'code' : 'markdown', chunks }], { name });
}

/** The commands of `docs/scale.md` that load lines into PostgreSQL; `call` is the arguments of `quire_load`. */
export function toLoadScript(lines: string, call: string): string {
  return `begin;
create temporary table quire_staging (line text) on commit drop;
copy quire_staging from stdin with (format csv, quote e'\\x01', delimiter e'\\x02');
${lines}\\.
select quire_load(${call});
commit;
`;
}

export const quoteSql = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Asks all questions in one statement, of all collections or one; answers with ids, best first. */
export function toQuestionScript(questions: readonly string[], limit: number, collection?: string): string {
  const of = collection === undefined ? 'null' : quoteSql(collection);
  return `select array_to_string(array(select id from quire_search(q, ${limit}, ${of})), ' ')
from json_array_elements_text(${quoteSql(JSON.stringify(questions))}) with ordinality as t (q, n) order by n;`;
}

/** Answers with the terms of each text, in order. */
export function toTermsScript(texts: readonly string[]): string {
  return `select array_to_string(quire_terms(text), ' ')
from json_array_elements_text(${quoteSql(JSON.stringify(texts))}) with ordinality as t (text, n) order by n;`;
}
