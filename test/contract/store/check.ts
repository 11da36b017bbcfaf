import { isAppError } from '../../../src/model/app-error.ts';

/** Assertions that also run inside a browser page. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [toText(actual), toText(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, got ${a}`);
}

export function ok(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

export function equalBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  equal(actual.length, expected.length, `${what}: length`);
  const at = actual.findIndex((byte, i) => byte !== expected[i]);
  ok(at === -1, `${what}: differs at ${at}`);
}

export async function failsWith(code: string, run: () => Promise<unknown>, what: string): Promise<void> {
  try {
    await run();
  } catch (error) {
    equal(isAppError(error) ? error.code : String(error), code, what);
    return;
  }
  throw new Error(`${what}: expected ${code}, nothing was thrown`);
}

function toText(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(inKeyOrder(value));
}

/** The order in which keys were set is not part of any promise. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inKeyOrder(inner)]));
}
