import { isCodeKind } from '../../model/kind.ts';
import { LANGUAGES } from '../../model/languages/natural-languages.ts';
import type { SearchTarget } from './search-target.ts';

const ENGLISH = LANGUAGES.indexOf('en') + 1;

/** Tests files by language, such as `de`. A text too short or mixed to tell has the language of most files in its top folder, otherwise English. */
export function createLanguageFilter(
  { shards, facets: { folder, kind } }: SearchTarget,
  wanted: readonly string[],
): (fileIndex: number) => boolean {
  const languages = new Map<number, number>();
  const counts = new Map<number, Uint32Array>();
  for (const { shard, fileOrder } of shards)
    fileOrder.forEach((fileIndex, file) => {
      const language = shard.languages[file] as number;
      languages.set(fileIndex, language);
      const top = folder.numbers[fileIndex] as number;
      const known = counts.get(top) ?? new Uint32Array(64);
      counts.set(top, known);
      if (language > 0) (known[language] as number) += 1;
    });
  const mostIn = (top: number): number => {
    const known = counts.get(top) as Uint32Array;
    const most = Math.max(...known);
    return most === 0 ? ENGLISH : known.indexOf(most);
  };
  const isProse = kind.names.map((name) => !isCodeKind(name) && name !== 'json' && name !== 'image');
  return (fileIndex) => {
    if (!isProse[kind.numbers[fileIndex] as number]) return false;
    const number = languages.get(fileIndex) || mostIn(folder.numbers[fileIndex] as number);
    return wanted.includes(LANGUAGES[number - 1] as string);
  };
}
