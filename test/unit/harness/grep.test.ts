import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { harness } from './harness.ts';

describe('harness grep and references', { timeout: 60_000 }, () => {
  let folder: string;
  const out = (name: string) => join(folder, '..', `quire-${name}.jsonl`);
  const readRows = async (name: string): Promise<unknown[]> =>
    (await readFile(out(name), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-harness-'));
    await writeFile(join(folder, 'a.py'), 'def open_it():\n    return 1\n\nopen_it(); open_it()\n');
    await writeFile(join(folder, 'b.md'), '# B\n\nUse `open_it` here.\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('write a line for each pattern and each name', async () => {
    await writeFile(out('patterns'), '{"id":"1","pattern":"open_\\\\w+\\\\("}\n{"id":"2","text":"USE","how":{}}\n');
    await writeFile(out('names'), '{"id":"n","name":"open_it"}\n');
    expect(await harness('grep', folder, '--patterns', out('patterns'), '--out', out('grep'))).toMatchObject({
      code: 0,
    });
    expect(await readRows('grep')).toMatchObject([
      {
        id: '1',
        matches: [
          { path: 'a.py', line: 1 },
          { path: 'a.py', line: 4 },
        ],
        ms: expect.any(Number),
      },
      { id: '2', matches: [{ path: 'b.md', line: 3 }] },
    ]);
    await harness('references', folder, '--names', out('names'), '--out', out('references'));
    expect(await readRows('references')).toEqual([
      {
        id: 'n',
        definitions: [{ path: 'a.py', line: 1 }],
        uses: [
          { path: 'a.py', line: 4 },
          { path: 'b.md', line: 3 },
        ],
      },
    ]);
  });

  it('fail with the code of a pattern that cannot be read', async () => {
    await writeFile(out('patterns'), '{"id":"1","pattern":"("}\n');
    const { code, stderr } = await harness('grep', folder, '--patterns', out('patterns'), '--out', out('grep'));
    expect(code).toBe(1);
    expect(stderr).toContain('engine/bad-pattern');
  });
});
