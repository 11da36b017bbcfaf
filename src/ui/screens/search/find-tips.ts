import type { Engine } from '../../../engine/contract.ts';
import type { Hit } from '../../../model/hit.ts';
import type { words } from '../../words/words.ts';

export interface Tip {
  readonly example: string;
  readonly meaning: keyof typeof words.search.tips;
}

const LOOKED_AT = 50;
/** What needs no quotes. */
const PLAIN = /^[\p{L}\p{N}_.$-]+$/u;

/** One example for each thing the search box understands, made of what is in the collection: each finds something. A host is not asked for hits before a person asks. */
export async function findTips(
  engine: Pick<Engine, 'search' | 'stats'>,
  collectionId: string,
  options: { readonly isRemote?: boolean } = {},
): Promise<readonly Tip[]> {
  const { by_kind } = await engine.stats(collectionId);
  const kinds = Object.entries(by_kind)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([kind]) => kind);
  const answers = await Promise.all(
    (options.isRemote ? [] : kinds).map((kind) =>
      engine.search(collectionId, '', { filters: { kind: [kind] }, limit: LOOKED_AT, fold: true }),
    ),
  );
  const hits = answers.flatMap((answer) => answer.hits);
  const folder = answers[0]?.facets?.folder.map(([name]) => name).find((name) => /^[^\s"]+\/$/.test(name));
  const tips: readonly (Tip | undefined)[] = [
    toTip('phrase', findPhrase(hits), (words) => `"${words}"`),
    toTip('path', folder, (name) => `path:${name}`),
    toTip('kind', kinds[0], (name) => `kind:${name}`),
    toTip('symbol', findSymbol(hits), (name) => `symbol:${name}`),
    toTip('heading', findHeadingWord(hits), (word) => `heading:${word}`),
    toTip('minus', kinds[1], (name) => `-kind:${name}`),
  ];
  return tips.filter((tip) => tip !== undefined);
}

function toTip(meaning: Tip['meaning'], found: string | undefined, write: (found: string) => string): Tip | undefined {
  return found === undefined ? undefined : { meaning, example: write(found) };
}

function findSymbol(hits: readonly Hit[]): string | undefined {
  return hits.map(({ symbol }) => symbol?.split('.')[0]).find((name) => name !== undefined && PLAIN.test(name));
}

function findHeadingWord(hits: readonly Hit[]): string | undefined {
  // A filter by heading matches from its beginning.
  const words = hits.map(({ heading_path }) => heading_path.at(-1)?.split(/\s+/)[0]);
  return words.find((word) => word !== undefined && word.length > 3 && PLAIN.test(word))?.toLowerCase();
}

/** Two words that stand next to each other in a heading: headings are part of what phrases are looked for in. */
function findPhrase(hits: readonly Hit[]): string | undefined {
  for (const { heading_path } of hits) {
    const words = heading_path.at(-1)?.split(/\s+/) ?? [];
    const at = words.findIndex((word, i) => [word, words[i + 1] ?? ''].every((one) => /^\p{L}{4,}$/u.test(one)));
    if (at >= 0) return `${words[at]} ${words[at + 1]}`.toLowerCase();
  }
  return undefined;
}
