import { createRandom } from '../../support/random.ts';

export interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
}

export interface MadeAnswer {
  readonly kind: string;
  readonly text: string;
  readonly verdict: string;
}

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();
const wordsOf = (text: string): string[] => text.match(/[A-Za-z0-9_]+/g) ?? [];

/** Returns a later state of the files: some renamed, some with lines on top, some with a rewritten passage. */
export function changeFiles(
  before: readonly SourceFile[],
  seed: number,
): { now: SourceFile[]; renamed: Map<string, string>; replaced: { path: string; text: string }[] } {
  const random = createRandom(seed).next;
  const renamed = new Map<string, string>();
  const replaced: { path: string; text: string }[] = [];
  const now = before.map(({ path, lines }, i): SourceFile => {
    const what = random();
    if (what < 0.15) {
      const to = path.replace(/([^/]+)$/, 'renamed/$1');
      renamed.set(path, to);
      return { path: to, lines };
    }
    if (what < 0.3) return { path, lines: ['a line', 'another line', 'and a third one', ...lines] };
    if (what < 0.6 && lines.length > 30) {
      const at = 5 + Math.floor(random() * (lines.length - 20));
      const old = lines.slice(at, at + 8);
      replaced.push({ path, text: old.join('\n') });
      const fresh = old.map((_, j) => `rewritten ${i} passage ${j} about something else entirely`);
      return { path, lines: [...lines.slice(0, at), ...fresh, ...lines.slice(at + 8)] };
    }
    return { path, lines };
  });
  return { now, renamed, replaced };
}

/** Answers with one claim each, as models write them, with the verdict that is right. */
export function makeAnswers(before: readonly SourceFile[], seed: number, count: number) {
  const { now, renamed, replaced } = changeFiles(before, seed);
  const random = createRandom(seed + 1).next;
  const texts = now.map(({ lines }) => fold(lines.join('\n')));
  const places = (quote: string): number => texts.reduce((sum, text) => sum + text.split(quote).length - 1, 0);

  function takeQuote(files: readonly SourceFile[]): {
    path: string;
    first: number;
    last: number;
    text: string;
    all: number;
  } {
    for (;;) {
      const { path, lines } = pick(random, files);
      const size = 1 + Math.floor(random() * 5);
      const at = Math.floor(random() * Math.max(1, lines.length - size));
      const own = lines.slice(at, at + size);
      const text = own.join('\n');
      const isPlain = !/["“”`~>]|^\s*$|\[\[|…|\.\.\./.test(text) && own.every((line) => line.trim() !== '');
      if (isPlain && wordsOf(text).length >= 9 && places(fold(text)) === 1)
        return { path, first: at + 1, last: at + size, text, all: lines.length };
    }
  }
  const write = (quote: string, place: string): string => {
    const form = random();
    if (form < 0.3) return `The code says "${fold(quote)}" (${place}), as far as I can see.`;
    if (form < 0.5) return `In \`${place}\` it says "${fold(quote)}".`;
    if (form < 0.8) return `Look at ${place}:\n\n\`\`\`\n${quote}\n\`\`\`\n\nThat is all.`;
    return `It is documented:\n\n${quote
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')}\n> — ${place}\n`;
  };
  const edit = (text: string): string => {
    const words = [...text.matchAll(/[A-Za-z]{4,}/g)];
    const { index, 0: word } = pick(random, words.slice(1, -1).length > 0 ? words.slice(1, -1) : words);
    return `${text.slice(0, index)}zebra${text.slice(index + word.length)}`;
  };
  const NONSENSE =
    'quokka marmalade velvet thirteen umbrellas dance beneath copper moons while gentle otters compile soup quietly'.split(
      ' ',
    );
  const kinds: Record<string, () => Omit<MadeAnswer, 'kind'>> = {
    exact: () => {
      const { path, first, last, text } = takeQuote(now);
      return { text: write(text, `${path}:${first}-${last}`), verdict: 'exact' };
    },
    alone: () => ({ text: `It reads "${fold(takeQuote(now).text)}" somewhere.`, verdict: 'exact' }),
    place: () => {
      const { path, first, last } = takeQuote(now);
      return { text: `See ${path}:${first}-${last}.`, verdict: 'exists' };
    },
    moved: () => {
      const { text, path } = takeQuote(now);
      const other = pick(
        random,
        now.filter((file) => file.path !== path && file.lines.length > 20),
      );
      return { text: write(text, `${other.path}:3-9`), verdict: 'moved' };
    },
    'off by lines': () => {
      for (;;) {
        const { text, path, first, last, all } = takeQuote(now);
        const shift = 1 + Math.floor(random() * 12);
        if (last + shift <= all)
          return { text: write(text, `${path}:${first + shift}-${last + shift}`), verdict: 'moved' };
      }
    },
    renamed: () => {
      const old = before.filter(({ path }) => renamed.has(path));
      for (;;) {
        const { text, path, first, last } = takeQuote(old);
        if (random() < 0.7) return { text: write(text, `${path}:${first}-${last}`), verdict: 'moved' };
        return { text: `See ${path}:${first}-${last}.`, verdict: 'moved' };
      }
    },
    edited: () => {
      const { text, path, first, last } = takeQuote(now);
      return { text: write(edit(text), `${path}:${first}-${last}`), verdict: 'near' };
    },
    older: () => {
      for (;;) {
        const { path, text } = pick(random, replaced);
        const lines = text.split('\n');
        const at = Math.floor(random() * 4);
        const quote = lines.slice(at, at + 4);
        const own = quote.join('\n');
        if (/["“”`~>]|\[\[|…|\.\.\./.test(own) || quote.some((line) => line.trim() === '') || wordsOf(own).length < 9)
          continue;
        if (places(fold(own)) > 0) continue;
        return {
          text: random() < 0.5 ? `It says "${fold(own)}" there.` : write(own, `${path}:10-14`),
          verdict: 'changed since',
        };
      }
    },
    invented: () => {
      const words = Array.from({ length: 10 }, () => pick(random, NONSENSE)).join(' ');
      const file = `${pick(random, NONSENSE)}/${pick(random, NONSENSE)}.ts`;
      const how = random();
      if (how < 0.3) return { text: `See ${file}:${1 + Math.floor(random() * 90)}.`, verdict: 'not found' };
      if (how < 0.6) return { text: `It says "${words}" in it.`, verdict: 'not found' };
      if (how < 0.8) return { text: write(words, `${file}:4-9`), verdict: 'not found' };
      return { text: write(words, `${pick(random, now).path}:4-5`), verdict: 'not found' };
    },
  };
  const names = Object.keys(kinds);
  const answers = Array.from({ length: count }, (_, i): MadeAnswer => {
    const kind = names[i % names.length] as string;
    return { kind, ...(kinds[kind] as () => Omit<MadeAnswer, 'kind'>)() };
  });
  return { now, answers };
}
