import { expect } from 'vitest';

const IS_ADDED = Symbol.for('quire tests compare bytes');

/**
 * `toEqual` looks at bytes one by one, a second for every 200 KB. Equal bytes are seen at once; those that differ are left to it, for its words.
 * Test files share their process, so this is added once.
 */
function areSameBytes(a: unknown, b: unknown): boolean | undefined {
  if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array) || a.constructor !== b.constructor) return undefined;
  return Buffer.compare(a, b) === 0 ? true : undefined;
}

const shared = globalThis as { [IS_ADDED]?: true };
if (!shared[IS_ADDED]) expect.addEqualityTesters([areSameBytes]);
shared[IS_ADDED] = true;
