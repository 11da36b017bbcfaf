import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';

/** The start of the file has no NUL, but its text has one: the part before it was once taken for the picture's text. */
const SVG = `<svg><!--${'x'.repeat(9_000)}--><title>first\0second</title></svg>`;

describe('an SVG with a NUL far into it', () => {
  it('has the content of its hash and span, and its own export verifies', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, {
      'before.md': '# Before\n\nother text\n',
      'picture.svg': SVG,
      'a\rb.svg': SVG,
    });
    const index = JSON.parse(await (await engine.exportArtifact(id, 'index.json')).text()) as {
      chunks: { path: string; content: string; content_hash: string }[];
    };
    const pictures = index.chunks.filter(({ path }) => path.endsWith('.svg'));
    expect(pictures.length).toBe(2);
    for (const { content, content_hash } of pictures) {
      expect(content).toContain('first second');
      expect(createHash('sha256').update(content).digest('hex')).toBe(content_hash);
    }
    const { blob } = await engine.exportZip({ collectionId: id, jobId: 'x', form: 'full', mask: false });
    const imported = await engine.importCollection({ file: blob as Blob, name: 'again', jobId: 'import' });
    expect((await engine.listWarnings(imported.id)).filter(({ code }) => code === 'hash-mismatch')).toEqual([]);
  });
});
