import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServerStub, startModelServer } from '../../support/model-server.ts';
import { harness } from './harness.ts';

describe('harness ask', { timeout: 60_000 }, () => {
  let folder: string;
  let server: ModelServerStub;
  const args = (model: string) => [
    ...['ask', join(folder, 'docs'), '--queries', join(folder, 'q.jsonl'), '--endpoint', `${server.origin}/v1`],
    ...['--model', model, '--budget', '2000', '--out', join(folder, 'answers.jsonl')],
  ];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-ask-'));
    server = await startModelServer({ style: 'ollama' });
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs', 'limits.md'), '# Limits\n\nThe orchard accepts forty requests per minute.\n');
    await writeFile(
      join(folder, 'q.jsonl'),
      '{"id":"1","text":"How many requests does the orchard accept?"}\n{"id":"2","text":"zeppelin"}\n',
    );
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('writes a line for each question, with its checks', async () => {
    expect(await harness(...args('quill:7b'))).toMatchObject({ code: 0, stdout: '' });
    const rows = (await readFile(join(folder, 'answers.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toMatchObject([
      { id: '1', answer: expect.stringContaining('forty requests per minute'), unsupported: [] },
      { id: '2', answer: '', error: 'answer/no-pack' },
    ]);
    expect(rows[0].citations).toContainEqual({
      text: 'limits.md:3',
      path: 'limits.md',
      lines: [3, 3],
      status: 'exact',
    });
  });

  it('names the models of the server if the wanted one is not there', async () => {
    expect(await harness(...args('other'))).toMatchObject({
      code: 1,
      stderr: 'the server has no model other; it has quill:7b\n',
    });
  });
});
