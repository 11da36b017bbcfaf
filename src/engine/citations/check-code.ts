import type { Claim } from '../../citations/contract.ts';
import { findPattern } from '../../citations/match-quote.ts';
import { foldSpace } from '../../citations/passage.ts';
import { rankChunks } from '../search/run-search.ts';
import { type CheckDeps, type Found, toKey, toPlaces } from './check-place.ts';
import type { QuotePlace } from './passages.ts';

interface BesidePlace {
  /** Number of names and lines of code that are there. */
  readonly there: number;
  /** The first line of the file that has one of the names, if none is there. */
  readonly other?: QuotePlace;
}

/** Code in backticks, compared with the collection. */
export function createCodeCheck(deps: CheckDeps) {
  const { finder, parts } = deps;
  const known = new Map<string, Promise<boolean>>();
  const hasName = (name: string): Promise<boolean> => {
    const looking =
      known.get(name) ??
      rankChunks(parts.kernel, parts.open, name, { limit: 1, exact: { case: true, word: true } }).then(
        (chunks) => chunks.length > 0,
      );
    known.set(name, looking);
    return looking;
  };

  const looked = new Map<string, Promise<BesidePlace>>();
  const beside = (codes: readonly Claim[], place: Claim): Promise<BesidePlace> => {
    const key = JSON.stringify([toKey(place), ...codes.map(({ quote }) => quote)]);
    const looking = looked.get(key) ?? lookBeside(codes, place);
    looked.set(key, looking);
    return looking;
  };

  async function lookBeside(codes: readonly Claim[], place: Claim): Promise<BesidePlace> {
    const places = (await toPlaces(deps, place)).filter((within) => within !== undefined);
    let there = 0;
    for (const within of places) {
      const text = await finder.readLines(within);
      there = Math.max(there, codes.filter((code) => isOn(code, text)).length);
    }
    const [only] = places;
    if (there > 0 || places.length !== 1 || only === undefined) return { there };
    const lineCount = deps.files.find(only.path).map((i) => parts.open.file(i).lineCount)[0] ?? 0;
    const lines = await finder.readNumbered({ path: only.path, lines: [1, lineCount] });
    const other = lines.find(({ text }) => codes.some((code) => isOn(code, text)));
    return other === undefined ? { there } : { there, other: { path: only.path, lines: [other.line, other.line] } };
  }

  return {
    beside,
    /** Compares the code next to an existing place with its lines: one of the names must be there. */
    async compare(codes: readonly Claim[], place: Claim, found: Found): Promise<Found> {
      const { there, other } = await beside(codes, place);
      if (there > 0) return there === codes.length ? { ...found, verdict: 'exact' } : found;
      if (other !== undefined) return { verdict: 'moved', ...other, reason: 'names' };
      const names = codes.map((code) => toNames(code.quote as string)?.at(-1) ?? '');
      const isKnown = await Promise.all(names.map((name) => name !== '' && hasName(name)));
      return isKnown.includes(true) ? { ...found, verdict: 'not found', reason: 'names' } : found;
    },

    /** Checks code; undefined if there is nothing to say: a name that the collection has, or a command that no place is cited for. */
    async code(claim: Claim, place: Claim | undefined, isPlaceRight: boolean): Promise<Found | undefined> {
      const code = claim.quote as string;
      const names = toNames(code);
      if (names !== undefined) {
        if (await hasName(code)) return undefined;
        for (const name of names) if (!(await hasName(name))) return { verdict: 'not found', reason: 'name' };
      }
      if (place === undefined) return undefined;
      const places = await toPlaces(deps, place);
      const texts = await Promise.all(places.map((within) => (within === undefined ? '' : finder.readLines(within))));
      const copied = CALL.exec(code)?.[0];
      const isCopied = copied !== undefined && texts.some((text) => foldSpace(text).includes(foldSpace(copied)));
      if (names !== undefined && !isCopied && !EXPRESSION.test(code)) return undefined;
      const own = places[texts.findIndex((text) => hasCode(text, code))];
      if (own !== undefined) return { verdict: 'exact', ...own };
      const found = await finder.find(code, places[0]);
      if (found !== undefined) return { verdict: isPlaceRight ? 'exists' : 'moved', ...found };
      const near = await finder.findNear(code, places[0]);
      if (near === undefined) return { verdict: 'not found', reason: 'code' };
      return { verdict: 'near', path: near.path, lines: near.lines, near: near.text, reason: 'code' };
    },
  };
}

const NAME = /^(?:[$@#]|--?)?[A-Za-z_$][\w$-]*(?:(?:\.|::|->|#|\/)[A-Za-z_$][\w$-]*){0,8}[!?]?(?:\([^()]{0,200}\))?$/;

/** A call with `a.b` or `a[i]` in its brackets: copied code, while `enqueue(call)` may be said of any call. */
const EXPRESSION = /\([^)]*(?:\w\.[A-Za-z_]|\w\[)/;

/** The call at the end: if the cited lines have it, the names before it are copied too. */
const CALL = /(?:\.|::|->)\w+\([^()]+\)$/;

/** Returns the parts of a name, such as `Dispatcher` and `enqueue`; undefined for other code. */
function toNames(code: string): string[] | undefined {
  if (!NAME.test(code)) return undefined;
  const name = code.replace(/\(.*$/, '').replace(/^(?:[@#]|--?)|[!?]$/g, '');
  return name.split(/\.|::|->|#|\//).filter((part) => part.length > 1 && part !== 'this' && part !== 'self');
}

/** Whether the text has the code, or the last part of the name. */
function isOn({ quote = '' }: Claim, text: string): boolean {
  const last = toNames(quote)?.at(-1);
  if (last === undefined) return hasCode(text, quote);
  const escaped = last.replace(/[$-]/g, '\\$&');
  return new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`).test(text);
}

function hasCode(text: string, code: string): boolean {
  const pattern = { pieces: [foldSpace(code)] };
  return findPattern(pattern, { text: foldSpace(text) }, 1).length > 0;
}
