import { describe, expect, it } from 'vitest';
import { startRuntime } from '../../../src/read/code/parser-runtime.ts';
import { nodeParser } from '../../support/node-parser.ts';

describe('memory of the parser', () => {
  it('does not grow with the number of files', async () => {
    const runtime = await startRuntime(await nodeParser.library(), await nodeParser.runtime());
    await runtime.load('javascript', await nodeParser.grammar('javascript'));
    const read = (n: number) =>
      runtime.parse(
        { text: toSource(n), language: 'javascript', fuel: 100_000_000 },
        (tree) => tree.rootNode.childCount,
      );
    read(0);
    const before = runtime.memoryBytes;
    for (let n = 1; n <= 250; n++) expect(read(n).value).toBe(100);
    expect(before).toBeGreaterThan(0);
    expect(runtime.memoryBytes).toBe(before);
  });
});

function toSource(n: number): string {
  return Array.from({ length: 100 }, (_, i) => `function f${n}_${i}(a, b) {\n  return [a, b, ${i}];\n}\n`).join('');
}
