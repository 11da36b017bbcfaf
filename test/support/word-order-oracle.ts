import type { Kernel, OrderChunk, OrderWord } from '../../src/kernel/contract.ts';

const MAX_PLACES = 32;
const OWN_HEADING = 0.2;
const ALL_WORDS = 0.4;

type Analysis = Pick<Kernel, 'tokens'>;

/** Computes the word order factor of docs/decisions/022 without an index: it looks for every neighbour in every text. */
export function orderFactorOf(kernel: Analysis, words: readonly OrderWord[], { texts, headings }: OrderChunk): number {
  const asked = words.flatMap(({ text }) => toForms(kernel, text));
  const places = asked.flatMap((parts, form) => parts.map((part) => ({ part, form }))).slice(0, MAX_PLACES);
  const isOpen = places.length === asked.flat().length && words.at(-1)?.prefix === true && endsInWord(kernel, words);
  const matches = (place: number, part: string): boolean =>
    places[place]?.part === part || (isOpen && place === places.length - 1 && part.startsWith(places[place]!.part));
  const [plain, own] = [texts, headings].map((list) => list.map((text) => toForms(kernel, text).flat())) as [
    string[][],
    string[][],
  ];
  const isTelling = words
    .flatMap(({ text, stop }) => toForms(kernel, text).flatMap((parts) => parts.map(() => stop !== true)))
    .slice(0, MAX_PLACES);
  const gaps = places
    .map((_, i) => i)
    .filter((i) => i > 0 && places[i]!.form !== places[i - 1]!.form && (isTelling[i] || isTelling[i - 1]));
  if (gaps.length === 0) return 1;
  const kept = gaps.filter((i) =>
    [...plain, ...own].some((text) =>
      text.some((part, at) => at > 0 && matches(i, part) && matches(i - 1, text[at - 1] as string)),
    ),
  );
  const stands = own.some(
    (heading) => heading.length > 0 && places.some((_, i) => heading.every((part, at) => matches(i + at, part))),
  );
  const asking = places.flatMap((_, i) => (isTelling[i] ? [i] : []));
  const has = asking.filter((i) => [...plain, ...own].some((text) => text.some((part) => matches(i, part))));
  const all = asking.length === 0 ? 0 : ALL_WORDS * (has.length / asking.length) ** 4;
  return (1 + (kept.length / gaps.length) ** 2 + (stands ? OWN_HEADING : 0)) * (1 + all);
}

/** A last word without a letter or digit leaves nothing open. */
function endsInWord(kernel: Analysis, words: readonly OrderWord[]): boolean {
  return toForms(kernel, words.at(-1)?.text ?? '').length > 0;
}

/** Folded words, identifiers as their parts; the last character of a run of pairs repeats what its pair said. */
function toForms(kernel: Analysis, text: string): (readonly string[])[] {
  const tokens = kernel.tokens(text);
  return tokens.flatMap((token, i) => {
    const before = tokens[i - 1];
    if (before !== undefined && token.start < before.end && token.end === before.end) return [];
    return [token.parts.length > 0 ? token.parts : [token.text]];
  });
}
