import { LANGUAGES, type Language } from '../../kinds/natural-languages.ts';
import { findLanguage } from '../../kinds/programming-languages.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { isCodeKind } from '../../model/kind.ts';
import type { FacetColumn, FacetColumns, LanguageColumns } from '../../search/facets.ts';
import type { NamedFiles } from '../../search/filters.ts';
import { loadStemmers, type Stemmer } from '../../search/languages/stemmers.ts';
import type { OpenCollection, SearchedCollection } from '../open/faces.ts';

type Files = Pick<SearchedCollection, 'shards' | 'facets' | 'fileCount' | 'pathOf'>;

/** Names by number in segments; 0 is a file without a known language. */
const NAMES = ['', ...LANGUAGES];
const ENGLISH = NAMES.indexOf('en');

const columns = new WeakMap<SearchedCollection['shards'], FacetColumn>();
const codeColumns = new WeakMap<SearchedCollection['shards'], FacetColumn>();

/** Returns the stored columns, the language of each file's prose, such as `de`, and its programming language. */
export function getFacetColumns(open: Files): FacetColumns & LanguageColumns {
  const language = columns.get(open.shards) ?? toLanguageColumn(open);
  columns.set(open.shards, language);
  const lang = codeColumns.get(open.shards) ?? toCodeColumn(open);
  if (lang !== undefined) codeColumns.set(open.shards, lang);
  return { ...open.facets, language, lang };
}

function toCodeColumn({ facets: { kind }, fileCount, pathOf }: Files): FacetColumn | undefined {
  if (pathOf === undefined) return undefined;
  const isCode = kind.names.map(isCodeKind);
  const names = [''];
  const numbers = new Uint8Array(fileCount);
  for (let i = 0; i < fileCount; i++) {
    if (!isCode[kind.numbers[i] as number]) continue;
    const path = pathOf(i);
    const found = findLanguage(toAsciiLower(path.slice(path.lastIndexOf('.') + 1))) ?? '';
    // The filter counts TSX as TypeScript.
    const name = found === 'tsx' ? 'typescript' : found;
    if (!names.includes(name)) names.push(name);
    numbers[i] = names.indexOf(name);
  }
  return { numbers, names };
}

/** Returns what filters compare. */
export function toNamedFiles(open: SearchedCollection, dates?: Float64Array): NamedFiles {
  const { fileCount, fileNames, row, completeFiles } = open;
  return { fileCount, fileAt: fileNames, factsAt: row, completeFiles, dates, facets: getFacetColumns(open) };
}

/** A text too short or mixed to tell has the language of most files in its top folder, otherwise English. */
function toLanguageColumn({ shards, facets: { folder, kind }, fileCount }: Files): FacetColumn {
  const numbers = new Uint8Array(fileCount);
  const counts = new Uint32Array(folder.names.length * NAMES.length);
  for (const { shard, fileOrder } of shards)
    fileOrder.forEach((fileIndex, file) => {
      const language = shard.languages[file] as number;
      numbers[fileIndex] = language;
      if (language > 0) (counts[(folder.numbers[fileIndex] as number) * NAMES.length + language] as number) += 1;
    });
  const usualIn = (top: number): number => {
    const own = counts.subarray(top * NAMES.length, (top + 1) * NAMES.length);
    return own.indexOf(Math.max(...own)) || ENGLISH;
  };
  const isProse = kind.names.map((name) => !isCodeKind(name) && name !== 'json' && name !== 'image');
  for (let i = 0; i < fileCount; i++) {
    if (!isProse[kind.numbers[i] as number]) numbers[i] = 0;
    else if (numbers[i] === 0) numbers[i] = usualIn(folder.numbers[i] as number);
  }
  const used = new Set(numbers);
  return { numbers, names: NAMES.map((name, number) => (used.has(number) ? name : '')) };
}

const languagesOf = new WeakMap<OpenCollection['shards'], readonly Language[]>();

/** Languages of the collection's prose, in the order of LANGUAGES. */
export function findLanguages({ shards }: Pick<OpenCollection, 'shards'>): readonly Language[] {
  const seen = languagesOf.get(shards);
  if (seen !== undefined) return seen;
  const numbers = new Set(shards.flatMap(({ shard }) => [...new Set(shard.languages)]));
  const languages = LANGUAGES.filter((_, i) => numbers.has(i + 1));
  languagesOf.set(shards, languages);
  return languages;
}

/** Without its stemmer, which may not be loaded offline, a language is searched like English. */
export async function findStemmers(open: Pick<OpenCollection, 'shards'>): Promise<readonly Stemmer[]> {
  return loadStemmers(findLanguages(open)).catch(() => []);
}
