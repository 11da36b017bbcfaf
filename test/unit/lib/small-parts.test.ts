import { describe, expect, it } from 'vitest';
import { createGate } from '../../../src/lib/async/gate.ts';
import { createQueue } from '../../../src/lib/async/queue.ts';
import { createByteReader } from '../../../src/lib/byte-reader.ts';
import { createByteWriter } from '../../../src/lib/byte-writer.ts';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import { createRandom } from '../../support/random.ts';

describe('text to bytes', () => {
  it('equals the result of the encoder for short and long, ASCII and other texts', () => {
    const random = createRandom(5);
    const encoder = new TextEncoder();
    for (let i = 0; i < 2_000; i++) {
      const parts = Array.from({ length: random.below(300) }, () => random.pick(['a', 'Z', '\0', '\x7f']));
      if (i % 3 === 0)
        parts.splice(random.below(parts.length + 1), 0, random.pick(['\x80', 'é', '\u{1f426}', '\ud800']));
      expect(toUtf8(parts.join(''))).toEqual(encoder.encode(parts.join('')));
    }
  });
});

describe('a queue', () => {
  it('runs one at a time, in order, and continues after a failure', async () => {
    const queue = createQueue();
    const seen: string[] = [];
    let inside = 0;
    const work = (name: string) =>
      queue(async () => {
        expect(++inside).toBe(1);
        seen.push(name);
        await new Promise((resolve) => setTimeout(resolve));
        inside--;
        if (name === 'b') throw new Error('b failed');
        return name;
      });
    const all = [work('a'), work('b'), work('c')];
    await expect(all[1]).rejects.toThrow('b failed');
    expect(await all[2]).toBe('c');
    expect(await Promise.all([work('d'), all[0]])).toEqual(['d', 'a']);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('written bytes', () => {
  it('are read back, including signed and fractional numbers', () => {
    const out = createByteWriter(4);
    out.f64(-86_400_000.5);
    out.text('é');
    const bytes = out.take();
    const reader = createByteReader(bytes);
    expect([reader.f64(), reader.text(), reader.at]).toEqual([-86_400_000.5, 'é', bytes.length]);
  });

  it('are the same in short and long parts', () => {
    const bytes = Uint8Array.from({ length: 1_000 }, (_, i) => i);
    const out = createByteWriter(1);
    out.part(bytes, 3, 20);
    out.part(bytes, 20, 900);
    expect(out.finish()).toEqual(bytes.subarray(3, 900));
  });
});

describe('a gate', () => {
  it('admits at once only with room and an empty queue', async () => {
    const gate = createGate({ maxItems: 2, maxWeight: 10 });
    expect([gate.tryEnter(20), gate.tryEnter(1)]).toEqual([true, false]);
    const waits = gate.enter(5);
    gate.leave(20);
    await waits;
    expect([gate.tryEnter(6), gate.tryEnter(5), gate.tryEnter(0)]).toEqual([false, true, false]);
  });
});
