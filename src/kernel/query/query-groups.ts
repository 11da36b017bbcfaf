import { toUtf8 } from '../../lib/bytes.ts';
import { RANKING } from '../../model/ranking.ts';
import type { RankRequest, WordStemmer } from '../contract.ts';
import { type Analyzer, type Form, isIndexablePart } from '../index/analyzer.ts';

/** Terms that count as one: their occurrences are summed before saturation, and any of them matches the word. */
export interface Group {
  readonly word: number;
  /** A term with `wholeOnly` counts only if some identifier is spelled like that. */
  readonly terms: readonly { readonly text: string; readonly wholeOnly: boolean }[];
  /** Adds forms from the dictionaries that begin with this or are similar. */
  readonly expand?: { readonly form: string; readonly fuzzy: 0 | 1 | 2 };
  /** Adds plain words of the dictionaries that are forms of the word, or compounds with it, in other languages. */
  readonly kin?: Kin;
  readonly stop: boolean;
  readonly weight: number;
  readonly isWhole?: boolean;
  /** For name keys: the weight is a share of the weights of the word's groups, or of all groups. */
  readonly key?: { readonly share: number; readonly kind: 'symbol' | 'title'; readonly ofAll?: true };
}

/** Words that begin with `form`, or have it near their end, and pass the test. */
export interface Kin {
  readonly form: string;
  readonly how: 'beginning' | 'ending';
  isKin(word: string): boolean;
}

/** How words become terms. */
interface Analysis {
  readonly analyzer: Analyzer;
  readonly stemming: boolean;
  readonly stemmers: readonly WordStemmer[];
}

function toAnalysis(analyzer: Analyzer, { stemming, stemmers = [] }: RankRequest): Analysis {
  return { analyzer, stemming, stemmers: stemming ? stemmers : [] };
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
  const analysis = toAnalysis(analyzer, request);
  request.words.forEach((word, i) => {
    const forms = queryForms(analyzer, word.text);
    forms.forEach((form, at) => {
      const expands = at === forms.length - 1 && word.prefix;
      const own = groupsOfForm(analysis, form, i, isLone ? RANKING.partsOfName : 1);
      if (request.compounds) own.push(...compoundGroups(analysis, form, i));
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
    keys.push({ ...keyGroup(0, title, RANKING.title), key: { share: RANKING.title, kind: 'title', ofAll: true } });
  const spoken = toSpokenName(all.flat());
  if (spoken !== undefined && words.every(({ fuzzy }) => fuzzy === 0))
    keys.push({ ...keyGroup(0, spoken, 0), key: { share: RANKING.spokenName, kind: 'symbol', ofAll: true } });
  return keys;
}

/** Longer queries are sentences. */
const MAX_NAME_WORDS = 6;

/** Returns the key of a name typed as words: `default storage finder`. */
function toSpokenName(forms: readonly Form[]): string | undefined {
  if (forms.length < 2 || forms.length > MAX_NAME_WORDS || forms.some(({ parts }) => parts.length > 0))
    return undefined;
  const text = forms.map((form) => form.text).join('');
  return toNameKey('symbol', [{ text, parts: [], startByte: 0, endByte: 0 }]);
}

/** With `fuzzy`, matches all names with the prefix (0) or similar names. */
function keyGroup(word: number, text: string, share: number, fuzzy?: 0 | 1 | 2): Group {
  const terms = fuzzy === undefined ? [{ text, wholeOnly: false }] : [];
  const made: Group = { word, terms, stop: false, weight: 0, key: { share, kind: 'symbol' } };
  return fuzzy === undefined ? made : { ...made, expand: { form: text, fuzzy } };
}

/** Groups that a chunk must all match. An identifier counts by its parts, since a phrase may be written in two words. */
export function requiredGroups(analyzer: Analyzer, text: string, request: RankRequest): Group[] {
  const analysis = toAnalysis(analyzer, request);
  return queryForms(analyzer, text).flatMap((form) => {
    if (isLoneBigram(analyzer, form)) return [expansion(form, 0, 0)];
    const words = form.parts.length === 0 ? [form.text] : form.parts.filter(isIndexablePart);
    if (words.length === 0) return groupsOfForm(analysis, form, 0);
    return words.map((word) => plainGroup(analysis, word, 0));
  });
}

/** Groups that a chunk must not match. An identifier counts as a whole; its parts would exclude nearly everything. */
export function minusGroups(analyzer: Analyzer, text: string, request: RankRequest): Group[] {
  const analysis = toAnalysis(analyzer, request);
  return queryForms(analyzer, text).flatMap((form) => {
    if (isLoneBigram(analyzer, form)) return [expansion(form, 0, 0)];
    return groupsOfForm(analysis, form, 0).slice(0, 1);
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

function groupsOfForm(analysis: Analysis, form: Form, word: number, partWeight = 1): Group[] {
  if (form.parts.length === 0) return [plainGroup(analysis, form.text, word)];
  const stemmed = analysis.stemming ? analysis.analyzer.stem(form.text) : form.text;
  const whole = group(word, [
    { text: form.text, wholeOnly: false },
    ...(stemmed === form.text ? [] : [{ text: stemmed, wholeOnly: false }]),
  ]);
  const parts = form.parts.filter(isIndexablePart).map((part) => plainGroup(analysis, part, word));
  return [{ ...whole, isWhole: true }, ...parts.map((part) => ({ ...part, weight: partWeight }))];
}

/** `getusername` may be stemmed; unstemmed it is the term of `getUserName`. */
function plainGroup(analysis: Analysis, text: string, word: number): Group {
  const stemmed = analysis.stemming ? analysis.analyzer.stem(text) : text;
  const terms = [{ text: stemmed, wholeOnly: false }];
  if (stemmed !== text) terms.push({ text, wholeOnly: true });
  const kin = findKin(analysis, text);
  return { ...group(word, terms), ...(kin === undefined ? {} : { kin }) };
}

/** Forms of one word share at least this many letters. */
const MIN_SHARED = 3;

/** A stemmer changes the end of a word, so the other forms begin with all but the last letter of what it keeps. */
function findKin({ analyzer, stemmers }: Analysis, text: string): Kin | undefined {
  if (stemmers.length === 0 || text.length < MIN_SHARED || /[0-9]/.test(text) || analyzer.isBigram(text))
    return undefined;
  const stems = stemmers.map(({ stem }) => stem(text));
  const shared = stems.reduce((least, stem) => Math.min(least, countShared(stem, text) - 1), text.length);
  return {
    form: text.slice(0, Math.max(MIN_SHARED, shared)),
    how: 'beginning',
    isKin: (word) => stemmers.some(({ stem }, i) => stem(word) === stems[i]),
  };
}

function countShared(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}

/** Shorter endings are chance. */
const MIN_ENDING = 4;

function compoundGroups({ stemmers }: Analysis, { text, parts }: Form, word: number): Group[] {
  return stemmers.flatMap(({ stem, hasCompounds }) => {
    const own = stem(text);
    if (!hasCompounds || parts.length > 0 || own.length < MIN_ENDING) return [];
    const isKin = (longer: string): boolean => stem(longer).endsWith(own);
    return [{ ...group(word, []), kin: { form: own, how: 'ending', isKin }, weight: RANKING.compound } as const];
  });
}

function group(word: number, terms: Group['terms']): Group {
  return { word, terms, stop: false, weight: 1 };
}

function expansion(form: Form, word: number, fuzzy: 0 | 1 | 2): Group {
  return { word, terms: [], expand: { form: form.text, fuzzy }, stop: false, weight: 1 };
}

function keyOf({ terms, expand, kin }: Group): string {
  const all = terms.map((term) => `${term.wholeOnly ? '=' : ''}${term.text}`).join(' ');
  const own = kin === undefined ? all : `${all} ${kin.how} ${kin.form}`;
  return expand === undefined ? own : `${own} ${expand.fuzzy}~${expand.form}`;
}

/** Prefixes of name keys, shared with wasm/assembly/text/name-key.ts. */
const KEY = { symbol: '\u0002', title: '\u0003', link: '\u0004' } as const;
const MAX_KEY = 96;

/** Returns the dictionary key of a name with these forms; empty if even the first form is too long. */
export function toNameKey(kind: keyof typeof KEY, forms: readonly Form[]): string {
  let key = '';
  let bytes = 0;
  for (const { text, parts } of forms) {
    const length = toUtf8(text).length;
    // The kernel counts the separators between parts as well.
    if (bytes + 1 + length + Math.max(0, parts.length - 1) > MAX_KEY) break;
    key += KEY[kind] + text;
    bytes += 1 + length;
  }
  return key;
}

export function isNameKey(word: string): boolean {
  return word.startsWith(KEY.symbol) || word.startsWith(KEY.title) || word.startsWith(KEY.link);
}
