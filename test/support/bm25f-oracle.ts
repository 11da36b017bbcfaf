import type { Kernel } from '../../src/kernel/contract.ts';

/** Ranking as the specification says it, without an index: every chunk is looked at for every word. */
export interface OracleChunk {
  readonly body: string;
  readonly heading?: string;
  readonly symbol?: string;
}
export interface OracleFile {
  readonly path: string;
  readonly isCode: boolean;
  readonly chunks: readonly OracleChunk[];
}

const PARAMETERS = {
  prose: { k1: 1.5, b: [0.75, 0.75, 0.75, 0.5], weight: [1, 2.5, 2, 2] },
  code: { k1: 1.6, b: [0.9, 0.75, 0.9, 0.5], weight: [1, 2, 3, 3] },
} as const;

type Analysis = Pick<Kernel, 'tokens' | 'termsOf' | 'log'>;

/** Asks for the scores of all chunks with a hit, best first; ties in the order of the files given, which is path order. */
export function createOracle(kernel: Analysis, files: readonly OracleFile[], stemming = true) {
  const docs = files.flatMap((file) =>
    file.chunks.map((chunk, index) => ({
      path: file.path,
      index,
      isCode: file.isCode,
      fields: [chunk.body, chunk.heading ?? '', chunk.symbol ?? '', file.path].map((text) =>
        analyse(kernel, text, stemming),
      ),
    })),
  );
  const averages = [0, 1, 2, 3].map((field) => {
    const seen =
      field === 3 ? files.map((file) => analyse(kernel, file.path, stemming)) : docs.map((doc) => doc.fields[field]!);
    const filled = seen.filter(({ length }) => length > 0);
    return filled.length === 0 ? 1 : filled.reduce((sum, { length }) => sum + length, 0) / filled.length;
  });
  return (words: readonly string[]) => rankDocs(kernel, docs, averages, toGroups(kernel, words, docs, stemming));
}

interface Doc {
  readonly path: string;
  readonly index: number;
  readonly isCode: boolean;
  readonly fields: readonly ReturnType<typeof analyse>[];
}

function rankDocs(
  kernel: Analysis,
  docs: readonly Doc[],
  averages: readonly number[],
  groups: readonly { terms: readonly string[]; weight: number }[],
) {
  const scored = docs.map((doc) => ({ ...doc, score: 0 }));
  for (const { terms, weight } of groups) {
    const holders = docs.filter((doc) => doc.fields.some((field) => terms.some((term) => field.counts.has(term))));
    const idf = kernel.log(1 + (docs.length - holders.length + 0.5) / (holders.length + 0.5));
    for (const doc of scored) {
      const { k1, b, weight: weights } = PARAMETERS[doc.isCode ? 'code' : 'prose'];
      let sum = 0;
      for (const term of terms) {
        let own = 0;
        doc.fields.forEach((field, f) => {
          const tf = field.counts.get(term) ?? 0;
          if (tf > 0) own += tf * (weights[f]! / (1 - b[f]! + b[f]! * (field.length / averages[f]!)));
        });
        sum += own;
      }
      if (sum > 0) doc.score += (weight * idf * (sum * (k1 + 1))) / (sum + k1);
    }
  }
  return scored
    .map((doc, place) => ({ path: doc.path, index: doc.index, score: doc.score, place }))
    .filter(({ score }) => score > 0)
    .sort((x, y) => y.score - x.score || x.place - y.place);
}

function analyse(kernel: Analysis, text: string, stemming: boolean) {
  const counts = new Map<string, number>();
  const wholes = new Set<string>();
  let length = 0;
  for (const token of kernel.tokens(text)) {
    length += Math.max(1, token.parts.length);
    if (token.parts.length > 0) wholes.add(token.text);
    const word = token.parts.length === 0 ? token.text : undefined;
    const terms = word === undefined ? partsOf(kernel, token, stemming) : kernel.termsOf(word, stemming);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return { counts, wholes, length };
}

function partsOf(kernel: Analysis, token: { text: string; parts: readonly string[] }, stemming: boolean): string[] {
  const telling = token.parts.filter((part) => part.length !== 1 || !/[a-z]/.test(part));
  return [token.text, ...telling.flatMap((part) => kernel.termsOf(part, stemming))];
}

function toGroups(kernel: Analysis, words: readonly string[], docs: readonly Doc[], stemming: boolean) {
  const isWhole = (term: string) => docs.some((doc) => doc.fields.some((field) => field.wholes.has(term)));
  const exists = (term: string) => docs.some((doc) => doc.fields.some((field) => field.counts.has(term)));
  const plain = (word: string) => {
    const stem = kernel.termsOf(word, stemming)[0]!;
    const whole = stem !== word ? [word] : [];
    return { key: `${stem} =${whole}`, terms: [stem, ...whole.filter(isWhole)].filter(exists) };
  };
  const whole = (word: string) => {
    const terms = [...new Set([word, kernel.termsOf(word, stemming)[0]!])];
    return { key: terms.join(' '), terms: terms.filter(exists) };
  };
  const counts = new Map<string, { terms: string[]; count: number }>();
  for (const word of words) {
    for (const token of kernel.tokens(word)) {
      const telling = token.parts.filter((part) => part.length !== 1 || !/[a-z]/.test(part));
      const groups = token.parts.length === 0 ? [plain(token.text)] : [whole(token.text), ...telling.map(plain)];
      for (const { key, terms } of groups) {
        const known = counts.get(key);
        if (known) known.count++;
        else counts.set(key, { terms, count: 1 });
      }
    }
  }
  return [...counts.values()].map(({ terms, count }) => ({ terms, weight: (count * 2) / (count + 1) }));
}
