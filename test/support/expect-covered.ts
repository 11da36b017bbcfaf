import { expect } from 'vitest';
import type { Settings } from '../../src/model/settings.ts';
import type { MadeLeaf } from './make-leaf.ts';

const isVisible = (text: string) => /\S/.test(text);

/** [E3] Chunks hold exact lines, every visible one at least once, and only split ones twice. [E4] None is over the cap. */
export function expectCovered(made: MadeLeaf, settings: Pick<Settings, 'chunk_max_chars'>): void {
  const isJson = made.view.kind === 'json';
  const contents = new TextDecoder('utf-8', { ignoreBOM: true }).decode(made.contents);
  const lines = contents.split('\n');
  const covered = new Map<number, number>();
  for (const chunk of made.chunks) {
    expect([...chunk.content].length).toBe(chunk.chars);
    expect(chunk.chars).toBeLessThanOrEqual(settings.chunk_max_chars);
    expect(isVisible(chunk.content)).toBe(true);
    const own = lines.slice(chunk.startLine - 1, chunk.endLine).join('\n');
    expect(own).toContain(chunk.content);
    if (own === chunk.content) {
      expect(isVisible(lines[chunk.startLine - 1] as string)).toBe(true);
      expect(isVisible(lines[chunk.endLine - 1] as string)).toBe(true);
    } else {
      // A piece of a long line or of JSON members that share one.
      expect(isJson || (lines[chunk.startLine - 1] as string).length > settings.chunk_max_chars).toBe(true);
    }
    for (let line = chunk.startLine; line <= chunk.endLine; line++) covered.set(line, (covered.get(line) ?? 0) + 1);
  }
  lines.forEach((line, i) => {
    const times = covered.get(i + 1) ?? 0;
    if (isVisible(line)) expect(times, `line ${i + 1}`).toBeGreaterThan(0);
    const wasSplit = isJson || [...line].length > settings.chunk_max_chars;
    if (!wasSplit) expect(times, `line ${i + 1}`).toBeLessThanOrEqual(1);
  });
  let end = 0;
  for (const chunk of made.chunks) {
    expect(isVisible(sliceBytes(made.contents, end, chunk.startByte))).toBe(false);
    expect(chunk.startByte).toBeGreaterThanOrEqual(end);
    end = chunk.endByte;
  }
  expect(isVisible(sliceBytes(made.contents, end, made.contents.length))).toBe(false);
}

function sliceBytes(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to));
}
