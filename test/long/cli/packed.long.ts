import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServerStub, startModelServer } from '../../support/model-server.ts';

const run = promisify(execFile);

/** The commands of docs/cli.md, in order. */
const COMMANDS = [...readFileSync('docs/cli.md', 'utf8').matchAll(/^quire .*$/gm)].map(([line]) => line);

/** Needs `npm run build`. The folder has the packed file, and what the commands of the docs name. */
describe('the packed command in an empty folder', () => {
  let folder: string;
  let packed: string;
  let server: ModelServerStub;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-packed-'));
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { encoding: 'utf8', maxBuffer: 1 << 26 }),
    ) as [{ filename: string }];
    packed = `./${filename}`;
    server = await startModelServer({ style: 'ollama', models: ['llama3.2'] });
    mkdirSync(join(folder, 'docs'));
    cpSync('docs/formats', join(folder, 'docs'), { recursive: true });
    cpSync('test/fixtures/code', join(folder, 'docs/code'), { recursive: true });
    cpSync('docs/formats', join(folder, 'docs-before'), { recursive: true });
    writeFileSync(join(folder, 'docs', 'retry.md'), '# Retry\n\nA request is retried three times.\n');
    const question = { text: 'how often is a request retried', path: 'retry.md' };
    writeFileSync(join(folder, 'questions.jsonl'), `${JSON.stringify(question)}\n`);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** As a person would type it, with npx. */
  const quire = (line: string) => {
    const own = line.replace('http://localhost:11434', server.origin);
    const command = own.replace(/^quire/, `npx --yes --offline ${packed}`);
    return run('sh', ['-c', command], { cwd: folder, maxBuffer: 1 << 28, env: { ...process.env, CI: '1' } });
  };

  it('has nothing to install', () => {
    const list = execFileSync('tar', ['-tzf', join(folder, packed)], { encoding: 'utf8' }).split('\n');
    expect(list).toContain('package/build/cli/quire.js');
    expect(list.filter((path) => !/^(package\/(build\/cli|dist)\/.*|package\/[\w.]+|)$/.test(path))).toEqual([]);
    expect(list.some((path) => path.includes('node_modules'))).toBe(false);
  });

  it('runs every command of the docs', async () => {
    expect(COMMANDS.length).toBeGreaterThan(8);
    for (const line of COMMANDS) await quire(line);
    const text = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(text('context.md')).toContain('three times');
    expect(text('review.md')).toContain('retry.md');
    expect(text('docs.html')).toContain('<!doctype html>');
    expect(text('site/index.html')).toContain('Handbook');
    expect(text('docs-export/outline.md')).toMatch(/\.(?:ts|py|rs|go)/);
    expect(text('docs-database/schema.sql')).toContain('quire_load');
  });
});
