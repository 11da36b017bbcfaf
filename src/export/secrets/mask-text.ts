import { createLineCounter } from '../../lib/lines.ts';
import { createAnchorTable } from './anchors.ts';
import { findSecrets, mergeSpans } from './find-secrets.ts';
import { isUnmistakable } from './looks-random.ts';
import type { SecretSpan } from './scan.ts';

/** Numbers for values: the same value has the same number across a collection. Exists for one export; values never leave it. */
export interface SecretNumbers {
  readonly size: number;
  numberOf(value: string, kind: string): number;
  /** Values that are masked wherever they occur, with their kind and number: those that can't be a word or name. */
  entries(): Iterable<readonly [value: string, place: { readonly kind: string; readonly n: number }]>;
}

export interface MaskedPlace {
  readonly line: number;
  readonly kind: string;
  readonly n: number;
}

export interface MaskOptions {
  /** Path of the file: decides how the text is read. */
  readonly path?: string;
  readonly spans?: readonly SecretSpan[];
  /** Returns true for a place the user has allowed; it is not masked. */
  readonly isAllowed?: (place: { readonly line: number; readonly kind: string; readonly value: string }) => boolean;
  /** Returns the line of an offset, if it differs from the line in the text; called with ascending offsets. */
  readonly lineOf?: (offset: number) => number;
}

/** A span of characters and its replacement. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly place: MaskedPlace;
}

export function createSecretNumbers(): SecretNumbers {
  const known = new Map<string, { kind: string; n: number }>();
  const everywhere = new Map<string, { kind: string; n: number }>();
  return {
    get size() {
      return known.size;
    },
    numberOf(value, kind) {
      const found = known.get(value);
      if (found) return found.n;
      const place = { kind, n: known.size + 1 };
      // A slice would keep the whole text in memory.
      const copy = JSON.parse(JSON.stringify(value)) as string;
      known.set(copy, place);
      if (isUnmistakable(copy)) everywhere.set(copy, place);
      return place.n;
    },
    entries: () => everywhere.entries(),
  };
}

/**
 * Finds and numbers the secrets of one file without changing it. Numbers follow the order of calls: pass all files in path order before masking any,
 * so that a value found in one file is masked in every other too.
 */
export function collectSecrets(text: string, numbers: SecretNumbers, options: MaskOptions = {}): MaskedPlace[] {
  return toPlaces(text, options.spans ?? findSecrets(text, options.path), numbers, options).map(({ place }) => place);
}

/** Writes `[[secret:kind:n]]` for every value found here or known from other files. Lines keep their numbers. */
export function maskText(
  text: string,
  numbers: SecretNumbers,
  options: MaskOptions = {},
): { readonly text: string; readonly places: readonly MaskedPlace[] } {
  const replacements = findReplacements(text, numbers, options);
  if (replacements.length === 0) return { text, places: [] };
  let masked = '';
  let at = 0;
  for (const { start, end, text: mask } of replacements) {
    masked += text.slice(at, start) + mask;
    at = end;
  }
  return { text: masked + text.slice(at), places: replacements.map(({ place }) => place) };
}

/** Returns replacements in order, without overlap. */
export function findReplacements(text: string, numbers: SecretNumbers, options: MaskOptions = {}): Replacement[] {
  const spans = options.spans ?? findSecrets(text, options.path);
  return toPlaces(text, withKnownValues(text, spans, numbers), numbers, options);
}

function toPlaces(
  text: string,
  spans: readonly SecretSpan[],
  numbers: SecretNumbers,
  options: MaskOptions,
): Replacement[] {
  const lineOf = options.lineOf ?? createLineCounter(text);
  const places: Replacement[] = [];
  for (const { start, end, kind } of spans) {
    const line = lineOf(start);
    const value = text.slice(start, end);
    if (options.isAllowed?.({ line, kind, value })) continue;
    const place = { line, kind, n: numbers.numberOf(value, kind) };
    places.push({ start, end, text: `[[secret:${kind}:${place.n}]]${value.match(STRUCTURE)?.join('') ?? ''}`, place });
  }
  return places;
}

/** Ends of literals with their operators, tags, line feeds: without them lines would move, literals stay open and elements lose their ends. */
const STRUCTURE =
  /\\?["'`][ \t]*(?:[+.&,~]|\|\||<<)?[ \t\r\\]*\n?[ \t]*(?:[+.&~]|\|\||<<)?[ \t]*\\?["'`]|<[!/A-Za-z][^<>]{0,500}>|\n/g;

/** Adds known values where no rule finds them: a password from a config file quoted in a text. Linear for any number of values. */
function withKnownValues(text: string, spans: readonly SecretSpan[], numbers: SecretNumbers): readonly SecretSpan[] {
  if (numbers.size === 0) return spans;
  const table = createAnchorTable<SecretSpan[]>(Number.POSITIVE_INFINITY);
  for (const [value, { kind }] of numbers.entries())
    table.add(value, (_text, start, found) => found.push({ start, end: start + value.length, kind }));
  const extra: SecretSpan[] = [];
  table.scan(text, extra, () => {});
  return extra.length === 0 ? spans : mergeSpans([...spans, ...extra]);
}
