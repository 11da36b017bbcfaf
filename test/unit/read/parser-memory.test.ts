import { afterAll, describe, expect, it, vi } from 'vitest';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import { nodeGrammars } from '../../support/node-grammars.ts';

const RealMemory = WebAssembly.Memory;
const memories: WebAssembly.Memory[] = [];

/** The parser's memory is made inside its library: seen only by whoever stands in the way. */
class SeenMemory extends RealMemory {
  constructor(descriptor: WebAssembly.MemoryDescriptor) {
    super(descriptor);
    memories.push(this);
  }
}

afterAll(() => {
  WebAssembly.Memory = RealMemory;
});

describe('memory of the parser', () => {
  it('does not grow with the number of files that were read', async () => {
    WebAssembly.Memory = SeenMemory;
    vi.resetModules();
    const { createCodeReader } = await import('../../../src/read/read-code.ts');
    const reader = createCodeReader(nodeGrammars);
    const read = (n: number) => reader.read(toUtf8(toSource(n)), 'javascript');
    await read(0);
    const before = countBytes();
    for (let n = 1; n <= 250; n++) expect((await read(n))?.cuts).toHaveLength(100);
    expect(before).toBeGreaterThan(0);
    expect(countBytes()).toBe(before);
  });
});

function countBytes(): number {
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

function toSource(n: number): string {
  return Array.from({ length: 100 }, (_, i) => `function f${n}_${i}(a, b) {\n  return [a, b, ${i}];\n}\n`).join('');
}
