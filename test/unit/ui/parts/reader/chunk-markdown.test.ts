import { describe, expect, it } from 'vitest';
import type { Chunk, FileRow } from '../../../../../src/model/chunk.ts';
import { toChunkMarkdown, toFence } from '../../../../../src/ui/parts/reader/chunk-markdown.ts';

const CHUNK: Chunk = {
  id: 'a'.repeat(64),
  shortId: 'a'.repeat(12),
  ref: 'c0001',
  slug: 's',
  path: 'guides/limits.md',
  kind: 'markdown',
  chunkIndex: 0,
  startLine: 3,
  endLine: 9,
  content: 'text with ```` four',
  contentHash: 'b'.repeat(64),
  tokenEstimate: 5,
  headingPath: ['Limits', 'Rate\nlimits'],
};
const FILE = { path: CHUNK.path, url: 'https://docs.example.org/limits' } as FileRow;

describe('a chunk copied with its source', () => {
  it('includes the context of its lines', () => {
    const text = toChunkMarkdown({ ...CHUNK, context: ['The yearbook', 'bird | eggs'] }, FILE, 'acme');
    expect(text).toContain('> Context: The yearbook · bird | eggs  \n');
  });

  it('includes path, lines, section and address, and no hash', () => {
    const text = toChunkMarkdown(CHUNK, FILE, 'acme');
    expect(text).toContain('`guides/limits.md:3-9`');
    expect(text).toContain('Limits > Rate limits');
    expect(text).toContain('https://docs.example.org/limits');
    expect(text).not.toContain(CHUNK.contentHash);
  });

  it('is in a fence that its content cannot close', () => {
    expect(toFence('a ```` b')).toBe('`````');
    expect(toFence('plain')).toBe('```');
    expect(toChunkMarkdown(CHUNK, FILE, 'acme')).toContain('\n`````\ntext with ```` four\n`````\n');
  });
});
