import type { Engine } from '../../engine/contract.ts';
import type { Facets, Filters, Hit, SearchAnswer, SearchOptions } from '../../model/hit.ts';
import { LIMITS } from '../../model/limits.ts';
import { type Problem, readError } from './read-error.ts';
import { createSignal, type Signal } from './signal.ts';

/** What was ticked beside the results; added to the filters of the query itself. */
export interface FacetChoice {
  readonly kind?: string;
  readonly folder?: string;
  readonly source?: string;
}

export interface SearchView {
  readonly text: string;
  readonly choice: FacetChoice;
  /** True from a keystroke until its answer is there. */
  readonly isWaiting: boolean;
  /** The query the hits belong to; undefined before the first answer. */
  readonly answered?: string;
  readonly hits: ReadonlyMap<number, Hit>;
  readonly total: number;
  readonly partial: boolean;
  readonly fuzzy: boolean;
  readonly facets?: Facets;
  readonly elapsedMs: number;
  readonly problem?: Problem;
}

export interface Search {
  readonly view: Signal<SearchView>;
  setText(text: string, options?: { typing?: boolean }): void;
  setChoice(choice: FacetChoice): void;
  /** Asks again: the collection has changed. */
  again(): void;
  /** Makes sure the hits around this position are there. */
  need(index: number): void;
}

interface Question {
  readonly text: string;
  readonly filters: Filters;
  readonly typing: boolean;
}

const PAGE = LIMITS.maxHits;
/** One that is being answered and one that ends it: more would only queue before an ingest that wants the same thread. */
const MAX_OPEN_ASKS = 2;
const NOTHING = new Map<number, Hit>();

export function isEmptyQuery({ text, choice }: Pick<SearchView, 'text' | 'choice'>): boolean {
  return text.trim() === '' && choice.kind === undefined && choice.folder === undefined && choice.source === undefined;
}

/** One search over one collection. Every keystroke asks; only the newest answer is shown. */
export function createSearch(engine: Engine, collectionId: string): Search {
  const view = createSignal<SearchView>({
    text: '',
    choice: {},
    isWaiting: false,
    hits: NOTHING,
    total: 0,
    partial: false,
    fuzzy: false,
    elapsedMs: 0,
  });
  const asked = new Set<number>();
  /** What the hits in view were asked for with: their further pages are those of the same question, whatever is typed meanwhile. */
  let shown: Question | undefined;
  let isTyping = false;
  let newest = 0;
  let openAsks = 0;
  let isHeldBack = false;

  function ask(): void {
    newest = nextSeq();
    const isEmpty = isEmptyQuery(view.get());
    view.update((now) => (isEmpty ? toEmpty(now) : { ...now, isWaiting: true }));
    isHeldBack = !isEmpty && openAsks >= MAX_OPEN_ASKS;
    if (!isEmpty && !isHeldBack) void send(newest);
  }

  function askFor({ text, filters, typing }: Question, more: SearchOptions): Promise<SearchAnswer> {
    return engine.search(collectionId, text, { filters, typing, limit: PAGE, ...more });
  }

  async function send(seq: number): Promise<void> {
    const { text, choice } = view.get();
    const question = { text, filters: toFilters(choice), typing: isTyping && !/\s$/.test(text) };
    const startedAt = performance.now();
    openAsks++;
    try {
      const answer = await askFor(question, { seq });
      if (seq !== newest || answer.dropped) return;
      shown = question;
      asked.clear();
      asked.add(0);
      const { problem: _, ...now } = view.get();
      view.set({
        ...now,
        isWaiting: false,
        answered: text,
        hits: new Map(answer.hits.map((hit, i) => [i, hit])),
        total: answer.total,
        partial: answer.partial,
        fuzzy: answer.fuzzy,
        ...(answer.facets ? { facets: answer.facets } : {}),
        elapsedMs: performance.now() - startedAt,
      });
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
      view.update((now) => ({ ...now, choice }));
      ask();
    },
    again: ask,
    need(index) {
      const page = Math.floor(index / PAGE);
      const question = shown;
      if (question === undefined || asked.has(page) || index >= view.get().total) return;
      asked.add(page);
      const seq = newest;
      askFor(question, { offset: page * PAGE })
        .then(({ hits }) => {
          if (seq !== newest) return;
          view.update((now) => {
            const all = new Map(now.hits);
            for (const [i, hit] of hits.entries()) all.set(page * PAGE + i, hit);
            return { ...now, hits: all };
          });
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

function toEmpty(now: SearchView): SearchView {
  const { answered: _, facets: __, problem: ___, ...rest } = now;
  return { ...rest, isWaiting: false, hits: NOTHING, total: 0, partial: false, fuzzy: false };
}

function toFilters({ kind, folder, source }: FacetChoice): Filters {
  return {
    ...(kind === undefined ? {} : { kind: [kind] }),
    ...(folder === undefined ? {} : { path: [folder] }),
    ...(source === undefined ? {} : { source: [source] }),
  };
}
