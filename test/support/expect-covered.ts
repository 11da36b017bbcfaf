import assert from 'node:assert/strict';
import type { LeafView } from '../../src/kernel/contract.ts';
import type { Settings } from '../../src/model/settings.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const isVisible = (text: string) => /\S/.test(text);

/**
 * [E3] Chunks hold exact lines, every visible one at least once, and only split ones twice. [E4] None is over the cap. Asserts by
 * itself, so that it can be used where no test runs.
 */
export function expectCovered(
  { view, contents }: { readonly view: LeafView; readonly contents: Uint8Array },
  settings: Pick<Settings, 'chunk_max_chars'>,
): void {
  const isJson = view.kind === 'json';
  const slice = (from: number, to: number) => decoder.decode(contents.subarray(from, to));
  const lines = decoder.decode(contents).split('\n');
  const covered = new Map<number, number>();
  let end = 0;
  for (const chunk of view.chunks) {
    const content = slice(chunk.startByte, chunk.endByte);
    const place = `chunk of lines ${chunk.startLine}–${chunk.endLine}`;
    assert.equal([...content].length, chunk.chars, `${place}: characters`);
    assert.ok(chunk.chars <= settings.chunk_max_chars, `${place} is over the cap: ${chunk.chars}`);
    assert.ok(isVisible(content), `${place} is blank`);
    const own = lines.slice(chunk.startLine - 1, chunk.endLine);
    assert.ok(own.join('\n').includes(content), `${place} does not hold its lines`);
    if (own.join('\n') === content) {
      assert.ok(isVisible(own[0] as string) && isVisible(own.at(-1) as string), `${place} begins or ends blank`);
    } else {
      // A piece of a long line or of JSON members that share one.
      assert.ok(isJson || (own[0] as string).length > settings.chunk_max_chars, `${place} is a piece of short lines`);
    }
    for (let line = chunk.startLine; line <= chunk.endLine; line++) covered.set(line, (covered.get(line) ?? 0) + 1);
    assert.ok(chunk.startByte >= end, `${place} begins before the one before ended`);
    assert.ok(!isVisible(slice(end, chunk.startByte)), `text before the ${place} is in no chunk`);
    end = chunk.endByte;
  }
  assert.ok(!isVisible(slice(end, contents.length)), 'text at the end is in no chunk');
  lines.forEach((line, i) => {
    const times = covered.get(i + 1) ?? 0;
    if (isVisible(line)) assert.ok(times > 0, `line ${i + 1} is in no chunk`);
    const wasSplit = isJson || [...line].length > settings.chunk_max_chars;
    if (!wasSplit) assert.ok(times <= 1, `line ${i + 1} is in ${times} chunks`);
  });
}
