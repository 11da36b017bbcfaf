import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/lib/bytes.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';

const kernel = await loadNodeKernel();
const COUNT = 40_000;
const LETTERS = 'bcdfghjklmnpqrtvwxz';

/** Words in byte order that differ after their first eight letters. */
function toWord(number: number): string {
  let word = '';
  for (let rest = number, i = 0; i < 5; i++) {
    word = (LETTERS[rest % LETTERS.length] as string) + word;
    rest = Math.floor(rest / LETTERS.length);
  }
  return `zzzzzzzz${word}`;
}

/** Makes median-of-three quicksort quadratic (Musser 1997). */
function makeKiller(count: number): number[] {
  const half = count / 2;
  return Array.from({ length: count }, (_, i) => (i < half ? (i % 2 === 0 ? i : half + i - 1) : (i - half) * 2 + 1));
}

function shuffle(numbers: number[]): number[] {
  const random = createRandom(3);
  for (let i = numbers.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [numbers[i], numbers[j]] = [numbers[j] as number, numbers[i] as number];
  }
  return numbers;
}

const inOrder = Array.from({ length: COUNT }, (_, i) => i);
const ORDERS: readonly (readonly [string, readonly number[]])[] = [
  ['sorted', inOrder],
  ['reversed', [...inOrder].reverse()],
  ['up and down', inOrder.map((i) => (i < COUNT / 2 ? i * 2 : (COUNT - i) * 2 - 1))],
  ['made against the middle of three', makeKiller(COUNT)],
];

function merge(order: readonly number[]): { segment: string; cpuMs: number } {
  const terms = kernel.makeTerms([{ body: order.map(toWord).join(' ') }]);
  let cpuMs = Number.POSITIVE_INFINITY;
  let segment = '';
  for (let i = 0; i < 2; i++) {
    const before = process.cpuUsage();
    const bytes = kernel.mergeTerms([{ path: 'a.md', isCode: false, terms }], false);
    const { user, system } = process.cpuUsage(before);
    cpuMs = Math.min(cpuMs, (user + system) / 1000);
    segment = toHex(kernel.sha256(bytes));
  }
  return { segment, cpuMs };
}

describe('words in an order chosen against the sort', () => {
  const random = merge(shuffle([...inOrder]));
  it.each(ORDERS)('[E1] give the same segment, [E4] in about the same time: %s', (_, order) => {
    const made = merge(order);
    expect(made.segment).toBe(random.segment);
    expect(made.cpuMs).toBeLessThan(random.cpuMs * 8 + 50);
  });
});
