import type { LeftOutCollection } from '../../engine/contract.ts';
import { type MatchHow, splitListed } from '../../lib/match-lines.ts';
import type { Facets, Filters, Hit, OtherFilter, SearchAnswer, SearchOptions } from '../../model/hit.ts';
import { LIMITS } from '../../model/limits.ts';
import { type Problem, readError } from './read-error.ts';
import { type Asked, FACETS, type FacetChoice, type Scope } from './route.ts';
import { createSignal, type Signal } from './signal.ts';

export interface SearchView {
  readonly text: string;
  readonly scope?: Scope;
  readonly sort?: SearchOptions['sort'];
  /** Collections that could not be searched. */
  readonly unsearched?: readonly LeftOutCollection[];
  readonly choice: FacetChoice;
  /** With any of these, every match is listed instead of the best chunks. */
  readonly exact: MatchHow;
  /** True from a keystroke until its answer arrives. */
  readonly isWaiting: boolean;
  /** The query of the shown hits; undefined before the first answer. */
  readonly answered?: string;
  readonly hits: ReadonlyMap<number, Hit>;
  /** Number of matching chunks. */
  readonly total: number;
  /** Chunks with everything that was typed, the first ones; undefined if that cannot be told. */
  readonly all?: number;
  /** Number of rows after the hits of each file are folded: the length of the list. */
  readonly rows: number;
  /** Counts the answers that begin a new list: another query or other filters, not more of the same. */
  readonly list: number;
  readonly partial: boolean;
  readonly fuzzy: boolean;
  readonly facets?: Facets;
  /** Filters to use instead, if nothing was found. */
  readonly instead?: readonly OtherFilter[];
  /** Texts of filters that have no date. */
  readonly badDates?: readonly string[];
  /** Files without a known date, if dates were asked for. */
  readonly undated?: number;
  /** Alternatives to each chosen facet. */
  readonly others?: Partial<Facets>;
  readonly elapsedMs: number;
  readonly problem?: Problem;
}

export interface Search {
  readonly view: Signal<SearchView>;
  setText(text: string, options?: { typing?: boolean }): void;
  setChoice(choice: FacetChoice): void;
  setExact(exact: MatchHow): void;
  setSort(sort: SearchOptions['sort']): void;
  /** Counts the matches of another query or other filters. */
  count(text: string, choice: FacetChoice): Promise<number>;
  /** Searches again after a change of the collection. */
  again(): void;
  /** Loads the hits around this position. */
  need(index: number): void;
}

interface Question {
  readonly text: string;
  readonly choice: FacetChoice;
  readonly sort?: SearchOptions['sort'];
  readonly typing: boolean;
}

const PAGE = LIMITS.maxHits;
/** One open query and one that cancels it; more would only queue before an import on the same thread. */
const MAX_OPEN_ASKS = 2;
const NO_VIEW: SearchView = {
  text: '',
  choice: {},
  exact: {},
  isWaiting: false,
  hits: new Map(),
  total: 0,
  rows: 0,
  list: 0,
  partial: false,
  fuzzy: false,
  elapsedMs: 0,
};

type Asking = Pick<SearchView, 'text' | 'choice' | 'scope' | 'sort'>;

export function isEmptyQuery({ text, choice }: Asking): boolean {
  return text.trim() === '' && FACETS.every((key) => choice[key] === undefined);
}

/** Whether every match of the query is listed: it is a regular expression, or exact. */
export function isListed({ text, exact }: Pick<SearchView, 'text' | 'exact'>): boolean {
  return splitListed(text, exact) !== undefined;
}

export function toAsked({ text, choice, scope, sort }: Asking): Asked {
  return { query: text, ...choice, scope, sort };
}

export function withoutFacet(choice: FacetChoice, key: keyof FacetChoice): FacetChoice {
  const { [key]: _, ...rest } = choice;
  return rest;
}

export function isSameChoice(a: FacetChoice, b: FacetChoice): boolean {
  return FACETS.every((key) => a[key] === b[key]);
}

/** Searches one collection, or several. */
type AnswerSearch = (
  text: string,
  options: SearchOptions,
) => Promise<SearchAnswer & { readonly leftOut?: readonly LeftOutCollection[] }>;

/** Searches at every keystroke; only the newest answer is shown. */
export function createSearch(answerSearch: AnswerSearch, scope?: Scope): Search {
  const view = createSignal<SearchView>({ ...NO_VIEW, scope });
  const asked = new Set<number>();
  /** The query of the shown hits: their further pages come from it, whatever is typed in the meantime. */
  let shown: Question | undefined;
  let isTyping = false;
  let newest = 0;
  let openAsks = 0;
  let isHeldBack = false;

  function ask(): void {
    newest = nextSeq();
    const isEmpty = isEmptyQuery(view.get()) || isListed(view.get());
    view.update((now) => (isEmpty ? toEmpty(now) : { ...now, isWaiting: true }));
    isHeldBack = !isEmpty && openAsks >= MAX_OPEN_ASKS;
    if (!isEmpty && !isHeldBack) void send(newest);
  }

  function askFor({ text, choice, sort, typing }: Question, more: SearchOptions): ReturnType<AnswerSearch> {
    const fold = !isOneFile(choice);
    return answerSearch(text, { filters: toFilters(choice), sort, typing, fold, limit: PAGE, ...more });
  }

  /** Loads the alternatives to a chosen facet: the counts without it. */
  async function addOthers(question: Question, seq: number): Promise<void> {
    for (const key of FACETS) {
      if (question.choice[key] === undefined) continue;
      const { facets } = await askFor({ ...question, choice: withoutFacet(question.choice, key) }, { limit: 0 });
      if (seq !== newest || facets === undefined) return;
      view.update((now) => ({ ...now, others: { ...now.others, [key]: facets[key] } }));
    }
  }

  async function send(seq: number): Promise<void> {
    const { text, choice, sort } = view.get();
    const question = { text, choice, sort, typing: isTyping && !/\s$/.test(text) };
    const startedAt = performance.now();
    openAsks++;
    try {
      const answer = await askFor(question, { seq });
      if (seq !== newest || answer.dropped) return;
      const isNew = shown?.text !== text || shown.sort !== sort || !isSameChoice(shown.choice, choice);
      shown = question;
      asked.clear();
      asked.add(0);
      const elapsedMs = performance.now() - startedAt;
      view.update((now) => toAnswered(now, answer, { answered: text, list: now.list + Number(isNew), elapsedMs }));
      addOthers(question, seq).catch(() => undefined);
    } catch (error) {
      if (seq === newest) view.update((now) => ({ ...now, isWaiting: false, problem: readError(error) }));
    } finally {
      openAsks--;
      if (isHeldBack) {
        isHeldBack = false;
        void send(newest);
      }
    }
  }

  return {
    view,
    setText(text, options = {}) {
      if (text === view.get().text && options.typing === isTyping) return;
      isTyping = options.typing ?? false;
      view.update((now) => ({ ...now, text }));
      ask();
    },
    setChoice(choice) {
      if (isSameChoice(choice, view.get().choice)) return;
      view.update((now) => ({ ...now, choice }));
      ask();
    },
    setExact(exact) {
      view.update((now) => ({ ...now, exact }));
      ask();
    },
    setSort(sort) {
      if (sort === view.get().sort) return;
      view.update((now) => ({ ...now, sort }));
      ask();
    },
    async count(text, choice) {
      const { total } = await askFor({ text, choice, typing: false }, { limit: 0 });
      return total;
    },
    again: ask,
    need(index) {
      const page = Math.floor(index / PAGE);
      const question = shown;
      if (question === undefined || asked.has(page) || index >= view.get().rows) return;
      asked.add(page);
      const seq = newest;
      askFor(question, { offset: page * PAGE })
        .then(({ hits, rows }) => {
          // Equal hits of several collections share a row, so the number of rows is final only after the last hit.
          const add = (now: SearchView) => new Map([...now.hits, ...toMap(hits, page * PAGE)]);
          if (seq === newest) view.update((now) => ({ ...now, rows: rows ?? now.rows, hits: add(now) }));
        })
        .catch(() => {
          if (question === shown) asked.delete(page);
        });
    },
  };
}

/** One counter for the page: the engine compares numbers, whichever collection they come from. */
let lastSeq = 0;
function nextSeq(): number {
  lastSeq = Math.max(lastSeq + 1, Date.now());
  return lastSeq;
}

function toAnswered(
  now: SearchView,
  answer: Awaited<ReturnType<AnswerSearch>>,
  shown: Pick<SearchView, 'answered' | 'list' | 'elapsedMs'>,
): SearchView {
  const { hits, total, all, rows = total, partial, fuzzy, facets = now.facets, instead, badDates, undated } = answer;
  const unsearched = answer.leftOut ?? now.unsearched;
  const found = { hits: toMap(hits), total, all, rows, partial, fuzzy, facets, instead, badDates, undated, unsearched };
  return { ...now, ...shown, ...found, isWaiting: false, problem: undefined };
}

function toMap(hits: readonly Hit[], offset = 0): ReadonlyMap<number, Hit> {
  return new Map(hits.map((hit, i) => [offset + i, hit]));
}

function toEmpty({ text, scope, sort, choice, exact, list }: SearchView): SearchView {
  return { ...NO_VIEW, text, scope, sort, choice, exact, list };
}

/** True when the filter is a single file: then its hits are not folded. */
function isOneFile({ folder }: FacetChoice): boolean {
  return folder !== undefined && !folder.endsWith('/');
}

export function toFilters({ folder, ...others }: FacetChoice): Filters {
  const chosen = Object.entries({ ...others, path: folder }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(chosen.map(([name, value]) => [name, [value]]));
}
