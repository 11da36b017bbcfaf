import type { Filters } from '../model/hit.ts';
import type { Analysis } from './analysis.ts';
import type { Query } from './parse-query.ts';

export interface QuestionOptions {
  readonly filters?: Filters;
  readonly limit: number;
  /** Quoted words are words like the others. */
  readonly quotes: boolean;
  /** Neighbouring words are looked for as one word, too. */
  readonly compounds: boolean;
}

/** Neighbours that are joined: a title has a dozen words, and what is longer has words enough. */
const MAX_COMPOUNDS = 24;
/** A part of one letter, or a compound of four, is some other word. */
const MIN_PART_CHARS = 2;
const MIN_COMPOUND_CHARS = 5;

/** A question is prose: its quotes quote a message or a name, and what stands nowhere word for word must not empty the answer. */
export function toQuestion(query: Query): Query {
  return { ...query, phrases: [] };
}

/** Neighbouring words as one: code writes `manpage`, `subdomain` and `timeout` for what people write in two. Terms as postings know them. */
export function findCompounds(analysis: Analysis, { words }: Query, stemming: boolean): string[] {
  if (words.some(({ line }) => line > 0)) return [];
  const forms = words.flatMap(({ text }) => analysis.tokens(text));
  const terms = new Set<string>();
  for (let i = 1; i < forms.length && terms.size < MAX_COMPOUNDS; i++) {
    const [left, right] = [forms[i - 1], forms[i]].map((form) => (form?.parts.length === 0 ? form.text : '')) as [
      string,
      string,
    ];
    if (left.length < MIN_PART_CHARS || right.length < MIN_PART_CHARS) continue;
    if (left.length + right.length < MIN_COMPOUND_CHARS) continue;
    const [term] = analysis.termsOf(left + right, stemming);
    if (term !== undefined) terms.add(term);
  }
  return [...terms];
}
