import type { Filters } from '../model/hit.ts';
import type { Analysis } from './analysis.ts';
import type { Query } from './parse-query.ts';

export interface QuestionOptions {
  readonly filters?: Filters;
  readonly limit: number;
  /** Treats quoted words as plain words. */
  readonly quotes: boolean;
  /** Also looks for neighbouring words as one word. */
  readonly compounds: boolean;
}

/** Most pairs of neighbours to join: a title has a dozen words, and longer texts have enough words without it. */
const MAX_COMPOUNDS = 24;
/** A part of one letter, or a compound of four, is more likely another word. */
const MIN_PART_CHARS = 2;
const MIN_COMPOUND_CHARS = 5;

/** Turns phrases into plain words. A question is prose: its quotes mark a message or a name, and an inexact quotation must not empty the result. */
export function toQuestion(query: Query): Query {
  return { ...query, phrases: [] };
}

/** Joins neighbouring words, because code writes `manpage`, `subdomain` and `timeout` for two words of prose. Returns terms as postings store them. */
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
