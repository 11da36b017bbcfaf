import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx } from '../../support/make-document.ts';
import { harness, type Ran } from './harness.ts';

const run = promisify(execFile);

async function harnessAlone(...args: readonly string[]): Promise<Ran> {
  return runNode('test/harness/run.mjs', ...args);
}

async function runNode(...args: readonly string[]): Promise<Ran> {
  try {
    const { stdout, stderr } = await run('node', args);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}

/** Code that never finishes reading a part of a document with one of these names, and leaves an error that nothing catches. */
const TRAP = `
const read = Blob.prototype.arrayBuffer;
Blob.prototype.arrayBuffer = async function () {
  const buffer = await read.call(this);
  const text = Buffer.from(buffer).toString('latin1');
  if (text.includes('trap-throw')) setTimeout(() => { throw new Error('stray'); });
  else if (text.includes('trap-reject')) Promise.reject(new Error('stray'));
  else return buffer;
  return new Promise(() => {});
};`;

describe('harness ingest', { timeout: 60_000 }, () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-harness-'));
    await writeFile(join(folder, 'key.txt'), 'AKIAIOSFODNN7EXAMPLQ\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('phases are never negative and add up to the total; with --mask the totals match the artifacts', async () => {
    const index = join(folder, '../quire-index.json');
    const { code, stdout } = await harness('ingest', folder, '--mask', '--index', index, '--json');
    const text = await readFile(index, 'utf8');
    await rm(index);
    const answer = JSON.parse(stdout);
    const phases = Object.values(answer.phases_ms as Record<string, number>);
    expect(code).toBe(0);
    expect(Math.min(...phases)).toBeGreaterThanOrEqual(0);
    expect(phases.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(answer.total_ms, 2);
    expect(answer.index_id).toBe(JSON.parse(text).index_id);
    expect(answer.warnings).toMatchObject([{ path: 'key.txt', code: 'secret', line: 1 }]);
    expect(stdout + text).not.toContain('AKIA');
  });

  it('an export of ours opens as the same collection: exported again it has the same bytes', async () => {
    const [first, again] = [join(folder, '../quire-first.zip'), join(folder, '../quire-again.zip')];
    expect((await harness('ingest', folder, '--zip', first)).code).toBe(0);
    expect((await harness('ingest', first, '--zip', again)).code).toBe(0);
    expect(await readFile(again)).toEqual(await readFile(first));
    await Promise.all([rm(first), rm(again)]);
  });

  it('reads an archive after other bytes; names one that is not an archive, and a missing file', async () => {
    const [zip, archive] = [join(folder, '../quire-plain.zip'), join(folder, '../quire-prefixed.zip')];
    await writeFile(zip, zipSync({ 'a.md': strToU8('# One\n\nSome words.\n') }));
    await writeFile(archive, Buffer.concat([Buffer.from('#!/bin/sh\n'), await readFile(zip)]));
    const answer = JSON.parse((await harness('ingest', archive, '--json')).stdout);
    expect([answer.files, answer.warnings]).toEqual([1, []]);
    await writeFile(zip, 'no zip');
    expect((await harness('ingest', zip)).stderr).toMatch(/^source\/bad-archive: .*quire-plain\.zip.*\n$/);
    await Promise.all([rm(zip), rm(archive)]);
    expect((await harness('outline', zip)).stderr).toMatch(/^source\/unreadable: no such file .*quire-plain\.zip.*\n$/);
  });

  it('names files whose readers leave errors that nothing catches, and reads the others', async () => {
    const own = await mkdtemp(join(tmpdir(), 'quire-harness-'));
    for (const name of ['trap-throw', 'trap-reject'])
      await writeFile(join(own, `${name}.docx`), makeDocx('<w:p/>', {}, { [name]: '' }));
    await writeFile(join(own, 'z.md'), '# Last\n');
    const trap = `data:text/javascript,${encodeURIComponent(TRAP)}`;
    const { code, stdout } = await runNode('--import', trap, 'test/harness/run.mjs', 'ingest', own, '--json');
    await rm(own, { recursive: true });
    expect(code).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer.files).toBe(1);
    expect(answer.skipped).toEqual([
      { path: 'trap-reject.docx', isDirectory: false, reason: 'unfinished' },
      { path: 'trap-throw.docx', isDirectory: false, reason: 'unfinished' },
    ]);
  });

  it('exits with one line and 1 after a failure, with 2 after wrong usage', async () => {
    const settings = join(folder, '../quire-settings.json');
    await writeFile(settings, '{"chunk_max_chars": -1}');
    const bad = await harness('ingest', folder, '--settings', settings);
    await rm(settings);
    expect(bad).toMatchObject({ code: 1, stdout: '' });
    expect(bad.stderr).toMatch(/^engine\/bad-settings: chunk_max_chars .*\n$/);
    expect((await harnessAlone('ingest', join(folder, 'none'))).code).toBe(1);
    expect((await harness('ingest')).code).toBe(2);
    const limit = await harness('search', folder, '--queries', settings, '--run', settings, '--limit', 'x');
    expect(limit).toMatchObject({ code: 2, stderr: '--limit is a whole number above zero\n' });
  });
});
