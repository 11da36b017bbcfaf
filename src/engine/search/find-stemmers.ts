import { LANGUAGES, type Language } from '../../model/languages/natural-languages.ts';
import { loadStemmers, type Stemmer } from '../../search/languages/stemmers.ts';
import type { OpenCollection } from '../open/faces.ts';

const known = new WeakMap<OpenCollection['shards'], readonly Language[]>();

/** Languages of the collection's prose, in the order of LANGUAGES. */
export function findLanguages({ shards }: Pick<OpenCollection, 'shards'>): readonly Language[] {
  const seen = known.get(shards);
  if (seen !== undefined) return seen;
  const numbers = new Set(shards.flatMap(({ shard }) => [...new Set(shard.languages)]));
  const languages = LANGUAGES.filter((_, i) => numbers.has(i + 1));
  known.set(shards, languages);
  return languages;
}

/** Without its stemmer, which may not be loaded offline, a language is searched like English. */
export async function findStemmers(open: Pick<OpenCollection, 'shards'>): Promise<readonly Stemmer[]> {
  return loadStemmers(findLanguages(open)).catch(() => []);
}
