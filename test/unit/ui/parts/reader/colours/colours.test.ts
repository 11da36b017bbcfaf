import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../../src/model/chunk.ts';
import { sliceColours } from '../../../../../../src/ui/parts/reader/colours.ts';
import { joinChunks } from '../../../../../../src/ui/parts/reader/source-chunks.ts';

function makeChunk(ref: string, content: string, startLine: number, endLine: number): Chunk {
  return { ref, content, startLine, endLine } as Chunk;
}

describe('the text of a file from its chunks', () => {
  it('has the blank lines between them, and joins what one long line was cut into', () => {
    const { text, starts } = joinChunks([
      makeChunk('a', '# one\ntwo', 1, 2),
      makeChunk('b', 'four', 4, 4),
      makeChunk('c', ' and more', 4, 4),
      makeChunk('d', 'five', 5, 5),
    ]);
    expect(text).toBe('# one\ntwo\n\nfour and more\nfive');
    expect([...starts].map(([ref, at]) => [ref, text[at]])).toEqual([
      ['a', '#'],
      ['b', 'f'],
      ['c', ' '],
      ['d', 'f'],
    ]);
  });
});

describe('the colours of a part', () => {
  const colours = Uint32Array.from([0, 4, 1, 6, 10, 2, 12, 20, 3]);

  it('are counted from its beginning and end with it', () => {
    expect([...sliceColours(colours, 0, 30)]).toEqual([...colours]);
    expect([...sliceColours(colours, 8, 14)]).toEqual([0, 2, 2, 4, 6, 3]);
    expect([...sliceColours(colours, 4, 6)]).toEqual([]);
    expect([...sliceColours(colours, 13, 15)]).toEqual([0, 2, 3]);
    expect([...sliceColours(colours, 20, 40)]).toEqual([]);
  });
});
