import { RANKING } from '../../model/ranking.ts';
import type { RankRequest } from '../contract.ts';
import { type Analyzer, type Form, isIndexablePart } from '../index/analyzer.ts';
import { toNameKey } from '../index/name-keys.ts';

/** Terms that count as one: their occurrences are summed before saturation, and any of them matches the word. */
export interface Group {
  readonly word: number;
  /** A term with `wholeOnly` counts only if some identifier is spelled like that. */
  readonly terms: readonly { readonly text: string; readonly wholeOnly: boolean }[];
  /** Adds forms from the dictionaries that begin with this or are similar. */
  readonly expand?: { readonly form: string; readonly fuzzy: 0 | 1 | 2 };
  readonly stop: boolean;
  readonly weight: number;
  readonly isWhole?: boolean;
  /** For name keys: the weight is a share of the weights of the word's groups, or for a title of all groups. */
  readonly key?: { readonly share: number; readonly kind: 'symbol' | 'title' };
}

const { repeatK: REPEAT_K } = RANKING;
/** Each one is compared with the whole dictionary, so only the first words of a pasted text are. */
const MAX_FUZZY_FORMS = 8;
/** Number of words whose matches are reported. */
const MATCHED_WORDS = 6;

/** In the order of the words, so that scores are summed in the same order everywhere. */
export function toGroups(analyzer: Analyzer, request: RankRequest): Group[] {
  const groups = new Map<string, Group & { count: number; first: boolean }>();
  const misspelt = new Set<string>();
  const lines = request.words.reduce((most, word) => Math.max(most, word.line), 0) + 1;
  const isLone = request.words.length === 1;
  request.words.forEach((word, i) => {
    const forms = queryForms(analyzer, word.text);
    forms.forEach((form, at) => {
      const expands = at === forms.length - 1 && word.prefix;
      const own = groupsOfForm(analyzer, form, i, request.stemming, isLone ? RANKING.partsOfName : 1);
      if (expands || isLoneBigram(analyzer, form)) own.push(expansion(form, i, 0));
      if (word.fuzzy > 0 && misspelt.size < MAX_FUZZY_FORMS) misspelt.add(form.text);
      if (word.fuzzy > 0 && misspelt.has(form.text)) own.push(expansion(form, i, word.fuzzy));
      for (const group of own) {
        const known = groups.get(keyOf(group));
        if (known === undefined)
          groups.set(keyOf(group), { ...group, stop: word.stop === true, count: 1, first: word.line === 0 });
        else {
          known.count++;
          if (word.line === 0) known.first = true;
        }
      }
    });
  });
  const scored = [...groups.values()].map(({ count, first, ...group }) => ({
    ...group,
    weight:
      group.weight * ((count * (1 + REPEAT_K)) / (count + REPEAT_K)) * (lines > 1 && first ? RANKING.firstLine : 1),
  }));
  const beside = termGroups(request);
  return lines > 1 ? [...scored, ...beside] : [...scored, ...beside, ...keyGroups(analyzer, request)];
}

/** These terms belong to no word, so their index is beyond the reported ones. */
function termGroups({ words, terms = [] }: RankRequest): Group[] {
  const word = words.length + MATCHED_WORDS;
  return terms.map(({ text, weight }) => ({ ...group(word, [{ text, wholeOnly: false }]), weight }));
}

/** Spelling of names: inner capitals, underscores, dots or calls, which prose does not have. */
const NAME = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|\w(?:\.|::|#|->)\w|\w\(\)?$/;

/** Groups for the symbols that words name, and for the file whose title is the query. */
function keyGroups(analyzer: Analyzer, { words }: RankRequest): Group[] {
  const keys: Group[] = [];
  const all = words.map(({ text }) => analyzer.forms(text));
  const share = words.length > 1 ? RANKING.definitionAmong : RANKING.definition;
  words.forEach(({ text, prefix, fuzzy }, i) => {
    const forms = all[i] as readonly Form[];
    if (forms.length === 0 || (words.length > 1 && !NAME.test(text))) return;
    // `models.QuerySet.bulk_create`: look for the last part, with and without its owner.
    for (const segments of new Set([Math.min(2, forms.length), 1])) {
      const key = toNameKey('symbol', forms.slice(-segments));
      if (key === '') continue;
      keys.push(keyGroup(i, key, share));
      if (prefix || fuzzy > 0) keys.push(keyGroup(i, key, Math.min(share, RANKING.similarDefinition), fuzzy));
    }
  });
  const title = toNameKey('title', all.flat());
  if (title !== '' && words.every(({ fuzzy }) => fuzzy === 0))
    keys.push({ ...keyGroup(0, title, RANKING.title), key: { share: RANKING.title, kind: 'title' } });
  return keys;
}

/** With `fuzzy`, matches all names with the prefix (0) or similar names. */
function keyGroup(word: number, text: string, share: number, fuzzy?: 0 | 1 | 2): Group {
  const terms = fuzzy === undefined ? [{ text, wholeOnly: false }] : [];
  const made: Group = { word, terms, stop: false, weight: 0, key: { share, kind: 'symbol' } };
  return fuzzy === undefined ? made : { ...made, expand: { form: text, fuzzy } };
}

/** Groups that a chunk must all match. An identifier counts by its parts, since a phrase may be written in two words. */
export function requiredGroups(analyzer: Analyzer, text: string, stemming: boolean): Group[] {
  return queryForms(analyzer, text).flatMap((form) => {
    if (isLoneBigram(analyzer, form)) return [expansion(form, 0, 0)];
    const words = form.parts.length === 0 ? [form.text] : form.parts.filter(isIndexablePart);
    if (words.length === 0) return groupsOfForm(analyzer, form, 0, stemming);
    return words.map((word) => plainGroup(analyzer, word, 0, stemming));
  });
}

/** Groups that a chunk must not match. An identifier counts as a whole; its parts would exclude nearly everything. */
export function minusGroups(analyzer: Analyzer, text: string, stemming: boolean): Group[] {
  return queryForms(analyzer, text).flatMap((form) => {
    if (isLoneBigram(analyzer, form)) return [expansion(form, 0, 0)];
    return groupsOfForm(analyzer, form, 0, stemming).slice(0, 1);
  });
}

/** Drops the last character of a run, which is a form of its own in texts; in a query its pair covers it. */
export function queryForms(analyzer: Analyzer, text: string): Form[] {
  const forms = analyzer.forms(text);
  return forms.filter((form, i) => {
    const before = forms[i - 1];
    return before === undefined || before.endByte <= form.startByte || before.endByte < form.endByte || !isSingle(form);
  });
}

function isSingle(form: Form): boolean {
  return [...form.text].length === 1;
}

function isLoneBigram(analyzer: Analyzer, form: Form): boolean {
  return isSingle(form) && analyzer.isBigram(form.text);
}

function groupsOfForm(analyzer: Analyzer, form: Form, word: number, stemming: boolean, partWeight = 1): Group[] {
  if (form.parts.length === 0) return [plainGroup(analyzer, form.text, word, stemming)];
  const stemmed = stemming ? analyzer.stem(form.text) : form.text;
  const whole = group(word, [
    { text: form.text, wholeOnly: false },
    ...(stemmed === form.text ? [] : [{ text: stemmed, wholeOnly: false }]),
  ]);
  const parts = form.parts.filter(isIndexablePart).map((part) => plainGroup(analyzer, part, word, stemming));
  return [{ ...whole, isWhole: true }, ...parts.map((part) => ({ ...part, weight: partWeight }))];
}

/** `getusername` may be stemmed; unstemmed it is the term of `getUserName`. */
function plainGroup(analyzer: Analyzer, text: string, word: number, stemming: boolean): Group {
  const stemmed = stemming ? analyzer.stem(text) : text;
  const terms = [{ text: stemmed, wholeOnly: false }];
  if (stemmed !== text) terms.push({ text, wholeOnly: true });
  return group(word, terms);
}

function group(word: number, terms: Group['terms']): Group {
  return { word, terms, stop: false, weight: 1 };
}

function expansion(form: Form, word: number, fuzzy: 0 | 1 | 2): Group {
  return { word, terms: [], expand: { form: form.text, fuzzy }, stop: false, weight: 1 };
}

function keyOf({ terms, expand }: Group): string {
  const own = terms.map((term) => `${term.wholeOnly ? '=' : ''}${term.text}`).join(' ');
  return expand === undefined ? own : `${own} ${expand.fuzzy}~${expand.form}`;
}
