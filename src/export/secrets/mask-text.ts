import { findSecrets, mergeSpans } from './find-secrets.ts';
import type { SecretSpan } from './scan.ts';

/** Same value, same number, across a collection. Lives as long as one export; values never leave it. */
export interface SecretNumbers {
  readonly size: number;
  /** Gives a new number to a value not met before. */
  numberOf(value: string, kind: string): number;
  /** Values met so far with what stands for them. */
  entries(): Iterable<readonly [value: string, place: { readonly kind: string; readonly n: number }]>;
}

export interface MaskedPlace {
  readonly line: number;
  readonly kind: string;
  readonly n: number;
}

export interface MaskOptions {
  /** Of the file: it says how the text is written. */
  readonly path?: string;
  /** True for a place that the person has allowed; it stays as it is. */
  readonly isAllowed?: (place: { readonly line: number; readonly kind: string }) => boolean;
}

export function createSecretNumbers(): SecretNumbers {
  const known = new Map<string, { kind: string; n: number }>();
  return {
    get size() {
      return known.size;
    },
    numberOf(value, kind) {
      const found = known.get(value);
      if (found) return found.n;
      const n = known.size + 1;
      known.set(value, { kind, n });
      return n;
    },
    entries: () => known.entries(),
  };
}

/**
 * Finds and numbers the secrets of one file without changing it. Numbers follow the order of calls: give files in path order, all of
 * them, before masking any, so that a value found in one file is masked in every other too.
 */
export function collectSecrets(text: string, numbers: SecretNumbers, options: MaskOptions = {}): MaskedPlace[] {
  const lineOf = createLineCounter(text);
  const places: MaskedPlace[] = [];
  for (const { start, end, kind } of findSecrets(text, options.path)) {
    const line = lineOf(start);
    if (options.isAllowed?.({ line, kind })) continue;
    places.push({ line, kind, n: numbers.numberOf(text.slice(start, end), kind) });
  }
  return places;
}

/** `[[secret:kind:n]]` for every value found here or known from other files. Line breaks inside a value stay, so lines keep their numbers. */
export function maskText(
  text: string,
  numbers: SecretNumbers,
  options: MaskOptions = {},
): { readonly text: string; readonly places: readonly MaskedPlace[] } {
  const lineOf = createLineCounter(text);
  const places: MaskedPlace[] = [];
  let masked = '';
  let at = 0;
  for (const { start, end, kind } of withKnownValues(text, findSecrets(text, options.path), numbers)) {
    const line = lineOf(start);
    if (options.isAllowed?.({ line, kind })) continue;
    const value = text.slice(start, end);
    const n = numbers.numberOf(value, kind);
    masked += `${text.slice(at, start)}[[secret:${kind}:${n}]]${'\n'.repeat(countBreaks(value))}`;
    at = end;
    places.push({ line, kind, n });
  }
  return places.length === 0 ? { text, places } : { text: masked + text.slice(at), places };
}

/** Known values that stand where no rule finds them: a password from a config file quoted in a text. */
function withKnownValues(text: string, spans: readonly SecretSpan[], numbers: SecretNumbers): readonly SecretSpan[] {
  const extra = numbers.size <= FEW_VALUES ? findEach(text, numbers) : findByPrefix(text, numbers);
  if (extra.length === 0) return spans;
  return mergeSpans([...spans, ...extra]);
}

/** Up to so many values, looking for each one is faster than looking at every place. */
const FEW_VALUES = 200;
const PREFIX_CHARS = 6;

function findEach(text: string, numbers: SecretNumbers): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const [value, { kind }] of numbers.entries()) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      found.push({ start: at, end: at + value.length, kind });
    }
  }
  return found;
}

/** Linear however many values there are. */
function findByPrefix(text: string, numbers: SecretNumbers): SecretSpan[] {
  const byPrefix = new Map<string, { value: string; kind: string }[]>();
  for (const [value, { kind }] of numbers.entries()) {
    const prefix = value.slice(0, PREFIX_CHARS);
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), { value, kind }]);
  }
  const found: SecretSpan[] = [];
  for (let at = 0; at + PREFIX_CHARS <= text.length; at++) {
    for (const { value, kind } of byPrefix.get(text.slice(at, at + PREFIX_CHARS)) ?? []) {
      if (text.startsWith(value, at)) found.push({ start: at, end: at + value.length, kind });
    }
  }
  return found;
}

/** For ascending offsets. */
function createLineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

function countBreaks(value: string): number {
  return value.split('\n').length - 1;
}
