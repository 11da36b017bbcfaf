import type { Kernel } from '../../src/kernel/contract.ts';
import { isSecondary } from '../../src/kinds/secondary.ts';
import { RANKED_FIELDS, RANKING, type RankedField } from '../../src/model/ranking.ts';

/** Ranking as the specification says it, without an index: every chunk is looked at for every word. */
export interface OracleChunk {
  readonly body: string;
  readonly heading?: string;
  readonly symbol?: string;
}
export interface OracleFile {
  readonly path: string;
  readonly isCode: boolean;
  readonly title?: string;
  readonly chunks: readonly OracleChunk[];
}

type Analysis = Pick<Kernel, 'tokens' | 'termsOf' | 'log'>;

/** Asks for the scores of all chunks with a hit, best first; ties in the order of the files given, which is path order. */
export function createOracle(kernel: Analysis, files: readonly OracleFile[], stemming = true) {
  const docs = files.flatMap((file) =>
    file.chunks.map((chunk, index) => ({
      path: file.path,
      index,
      isCode: file.isCode,
      title: toName(kernel, file.title ?? ''),
      symbol: chunk.symbol ?? '',
      fields: [chunk.body, chunk.heading ?? '', chunk.symbol ?? '', file.path, file.title ?? ''].map((text) =>
        analyse(kernel, text, stemming),
      ),
    })),
  );
  const averages = RANKED_FIELDS.map((name, field) => {
    const ofFiles = name === 'path' || name === 'title';
    const seen = ofFiles
      ? files.map((file) => analyse(kernel, file[name] ?? '', stemming))
      : docs.map((doc) => doc.fields[field]!);
    const filled = seen.filter(({ length }) => length > 0);
    return filled.length === 0 ? 1 : filled.reduce((sum, { length }) => sum + length, 0) / filled.length;
  });
  return (words: readonly string[]) =>
    rankDocs(kernel, docs, averages, { words, groups: toGroups(kernel, words, docs, stemming) });
}

interface Doc {
  readonly path: string;
  readonly index: number;
  readonly isCode: boolean;
  readonly title: string;
  readonly symbol: string;
  readonly fields: readonly ReturnType<typeof analyse>[];
}

function rankDocs(
  kernel: Analysis,
  docs: readonly Doc[],
  averages: readonly number[],
  { words, groups }: { words: readonly string[]; groups: readonly OracleGroup[] },
) {
  const scored = docs.map((doc) => ({ ...doc, score: 0 }));
  const worth = words.map(() => 0);
  for (const { terms, weight, word } of groups) {
    const holders = docs.filter((doc) => doc.fields.some((field) => terms.some((term) => field.counts.has(term))));
    const idf = kernel.log(1 + (docs.length - holders.length + 0.5) / (holders.length + 0.5));
    if (holders.length > 0) worth[word] = worth[word]! + weight * idf;
    for (const doc of scored) {
      const { k1, b, weight: weights } = RANKING[doc.isCode ? 'code' : 'prose'];
      let sum = 0;
      for (const term of terms) {
        let own = 0;
        doc.fields.forEach((field, f) => {
          const tf = field.counts.get(term) ?? 0;
          const name = RANKED_FIELDS[f]!;
          if (tf > 0) own += tf * (weights[name] / (1 - b[name] + b[name] * (field.length / averages[f]!)));
        });
        sum += own;
      }
      if (sum > 0) doc.score += (weight * idf * (sum * (k1 + 1))) / (sum + k1);
    }
  }
  for (const doc of scored) {
    doc.score += gainOfNames(kernel, doc, words, worth);
    const [only, ...others] = words.length === 1 ? groups : [];
    if (only !== undefined && others.length === 0) doc.score += gainOfParts(doc, only.terms, worth[0]!);
    if (isSecondary(doc.path, doc.isCode)) doc.score *= RANKING.secondary[doc.isCode ? 'code' : 'prose'];
  }
  return scored
    .map((doc, place) => ({ path: doc.path, index: doc.index, score: doc.score, place }))
    .filter(({ score }) => score > 0)
    .sort((x, y) => y.score - x.score || x.place - y.place);
}

/** Folded words one after the other. */
function toName(kernel: Analysis, text: string): string {
  return kernel
    .tokens(text)
    .map((token) => token.text)
    .join(' ');
}

/** Adds to the score for a symbol that the query names, alone or with its parent, and for a title that equals the query. */
function gainOfNames(kernel: Analysis, doc: Doc, words: readonly string[], worth: readonly number[]): number {
  const segments = doc.symbol.split('.');
  const names = new Set([1, 2].map((count) => toName(kernel, segments.slice(-count).join('.'))));
  const share = words.length > 1 ? RANKING.definitionAmong : RANKING.definition;
  let gain = 0;
  words.forEach((word, i) => {
    const forms = kernel.tokens(word).map((token) => token.text);
    if (words.length > 1 && !/[a-z][A-Z]|_/.test(word)) return;
    const asked = new Set([forms.slice(-2).join(' '), forms.slice(-1).join(' ')]);
    for (const name of asked) if (name !== '' && names.has(name)) gain += share * worth[i]!;
  });
  const sum = worth.reduce((all, one) => all + one, 0);
  return doc.title !== '' && doc.title === toName(kernel, words.join(' ')) ? gain + RANKING.title * sum : gain;
}

/** Adds to the score for every name that contains the only word of the query. */
function gainOfParts({ fields }: Doc, terms: readonly string[], worth: number): number {
  const gains = Object.entries(RANKING.partOfName).filter(([name]) => {
    const field = fields[RANKED_FIELDS.indexOf(name as RankedField)]!;
    return terms.some((term) => field.counts.has(term));
  });
  return gains.reduce((sum, [, share]) => sum + share * worth, 0);
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

interface OracleGroup {
  readonly terms: readonly string[];
  readonly weight: number;
  readonly word: number;
}

function toGroups(kernel: Analysis, words: readonly string[], docs: readonly Doc[], stemming: boolean): OracleGroup[] {
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
  const counts = new Map<string, { terms: string[]; count: number; word: number; isPart: boolean }>();
  words.forEach((word, i) => {
    for (const token of kernel.tokens(word)) {
      const telling = token.parts.filter((part) => part.length !== 1 || !/[a-z]/.test(part));
      const groups = token.parts.length === 0 ? [plain(token.text)] : [whole(token.text), ...telling.map(plain)];
      groups.forEach(({ key, terms }, at) => {
        const known = counts.get(key);
        if (known) known.count++;
        else counts.set(key, { terms, count: 1, word: i, isPart: at > 0 });
      });
    }
  });
  return [...counts.values()].map(({ terms, count, word, isPart }) => ({
    terms,
    word,
    weight: ((count * 2) / (count + 1)) * (isPart && words.length === 1 ? RANKING.partsOfName : 1),
  }));
}
