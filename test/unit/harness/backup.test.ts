import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { harness } from './harness.ts';

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-harness-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('harness restore finds what harness backup wrote, with the same index_id', async () => {
  const file = join(await makeFolder(), 'backup.zip');
  expect(await harness('backup', 'docs/formats', 'docs/templates', '--out', file)).toMatchObject({ code: 0 });
  const ids = [];
  for (const folder of ['docs/formats', 'docs/templates'])
    ids.push(JSON.parse((await harness('ingest', folder, '--json')).stdout).index_id);
  const { code, stdout } = await harness('restore', file, '--json');
  const { collections, failed } = JSON.parse(stdout);
  expect([code, failed]).toEqual([0, []]);
  const byName = new Map(collections.map((one: { name: string; index_id: string }) => [one.name, one.index_id]));
  expect([byName.get('formats'), byName.get('templates')]).toEqual(ids);
  expect(await harness('restore', 'package.json')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^import\//),
  });
});

it('an output that cannot be written ends a command with its path', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, 'not a folder');
  for (const [command, out] of Object.entries({ publish: file, backup: join(file, 'x'), page: join(file, 'x') })) {
    const { code, stderr } = await harness(command, 'docs/templates', '--out', out);
    expect([code, stderr.includes(`"path":"${out}"`)], command).toEqual([1, true]);
  }
});
