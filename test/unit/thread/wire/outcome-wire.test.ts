import { describe, expect, it } from 'vitest';
import type { FileOutcome, Settled } from '../../../../src/engine/deps.ts';
import { settle } from '../../../../src/engine/ingest/read-and-make.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import { packOutcomes, unpackOutcomes } from '../../../../src/thread/wire/outcome-wire.ts';

const facts = {
  kind: 'markdown',
  language: '',
  tags: [],
  lineCount: 3,
  chunkCount: 1,
  tokenTotal: 9,
  title: 'Ein Täubchen',
  description: '',
  url: '',
  warnings: [{ path: 'a.md', code: 'long-line', message: 'A line is long.' }],
} as unknown as Extract<FileOutcome, { type: 'made' }>['result']['facts'];

const made: FileOutcome = {
  type: 'made',
  bytes: 5_000_000_000,
  result: { leaf: Uint8Array.of(1, 2), contents: new Uint8Array(), fileHash: new Uint8Array(32).fill(7), facts },
};

describe('answers of a batch', () => {
  it('arrive unchanged and in order', () => {
    const settled: Settled[] = [
      { outcome: made },
      { outcome: { ...made, result: { ...made.result, original: Uint8Array.of(9) } } },
      { outcome: { type: 'unchanged' } },
      { outcome: { type: 'too-large', bytes: 12 } },
      { outcome: { type: 'unreadable', message: 'gone', isArchiveEntry: false } },
    ];
    expect([...unpackOutcomes(packOutcomes(settled))]).toEqual(settled);
    expect([...unpackOutcomes(packOutcomes([]))]).toEqual([]);
  });

  it('carry thrown errors with their codes', async () => {
    const thrown = await settle(Promise.reject(new AppError('source/permission', 'withdrawn', { path: 'a.md' })));
    const [received] = [...unpackOutcomes(packOutcomes([thrown]))] as [{ error: AppError }];
    expect(received.error).toBeInstanceOf(AppError);
    expect(received.error).toMatchObject({ code: 'source/permission', details: { path: 'a.md' } });
  });

  it('mark a file whose grammar is missing as incomplete', () => {
    const incomplete = 'reader-missing' as const;
    const [received] = unpackOutcomes(packOutcomes([{ outcome: { ...made, result: { ...made.result, incomplete } } }]));
    expect(received).toMatchObject({ outcome: { result: { incomplete } } });
  });
});
