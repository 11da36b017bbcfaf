import { describe, expect, it } from 'vitest';
import type { CodeReader } from '../../../src/read/contract.ts';
import { detect } from '../../../src/read/detect.ts';
import { readFile } from '../../../src/read/read-file.ts';

const text = new TextEncoder().encode('# title\n');
const cut = { line: 1, level: 1, what: 'function', name: 'f', endLine: 1, symbolLine: 1 } as const;

function fakeReader(cuts: Awaited<ReturnType<CodeReader['read']>>): CodeReader {
  return { read: async () => cuts };
}

function read(path: string, codeReader?: CodeReader, bytes = text) {
  return readFile({ path, detected: detect(path), text: bytes, ...(codeReader ? { codeReader } : {}) });
}

describe('reading a file', () => {
  it('leaves to the kernel what the kernel reads', async () => {
    expect(await read('a.md', fakeReader({ cuts: [cut] }))).toEqual({ bytes: text });
  });

  it('gives the cuts of code and of HTML', async () => {
    expect(await read('a.go', fakeReader({ cuts: [cut] }))).toEqual({ bytes: text, cuts: [cut] });
    expect((await read('a.html', undefined, new TextEncoder().encode('<h1>x</h1>'))).cuts).toMatchObject([
      { name: 'x' },
    ]);
  });

  it('says no-outline when the reader gives up, and nothing when there is no reader', async () => {
    expect((await read('a.go', fakeReader(undefined))).warnings).toMatchObject([{ path: 'a.go', code: 'no-outline' }]);
    expect(await read('a.go')).toEqual({ bytes: text });
    const large = new Uint8Array(2_000_001);
    expect((await read('a.go', fakeReader(undefined), large)).warnings).toMatchObject([
      { limit: 2_000_000, actual: 2_000_001 },
    ]);
  });
});
