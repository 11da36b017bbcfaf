import type { Engine } from '../../../engine/contract.ts';
import { findSecondary } from '../../../kinds/secondary.ts';
import type { Hit } from '../../../model/hit.ts';
import { isCodeKind } from '../../../model/kind.ts';
import type { words } from '../../words/words.ts';

export interface Tip {
  readonly example: string;
  readonly meaning: keyof typeof words.search.tips;
}

const LOOKED_AT = 50;
/** Words that need no quotes. */
const PLAIN = /^[\p{L}\p{N}_.$-]+$/u;

/** Makes one example per search feature from the collection's content, so that each finds something. */
export async function findTips(
  engine: Pick<Engine, 'search' | 'stats'>,
  collectionId: string,
): Promise<readonly Tip[]> {
  const { by_kind } = await engine.stats(collectionId);
  const kinds = Object.entries(by_kind)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([kind]) => kind);
  const answers = await Promise.all(
    kinds.map((kind) => engine.search(collectionId, '', { filters: { kind: [kind] }, limit: LOOKED_AT, fold: true })),
  );
  const hits = answers.flatMap((answer) => answer.hits).sort((a, b) => toStrangeness(a) - toStrangeness(b));
  const folder = answers[0]?.facets?.folder.map(([name]) => name).find((name) => /^[^\s"]+\/$/.test(name));
  const tips: readonly (Tip | undefined)[] = [
    toTip('phrase', findPhrase(hits), (words) => `"${words}"`),
    toTip('path', folder, (name) => `path:${name}`),
    toTip('kind', kinds[0], (name) => `kind:${toTypedKind(name)}`),
    toTip('symbol', findSymbol(hits), (name) => `symbol:${name}`),
    toTip('heading', findHeadingWord(hits), (word) => `heading:${word}`),
    toTip('minus', kinds[1], (name) => `-kind:${toTypedKind(name)}`),
  ];
  return tips.filter((tip) => tip !== undefined);
}

/** Names the kind as people do: `typescript`. */
function toTypedKind(kind: string): string {
  return kind.replace('_', '');
}

/** Orders hits: the README, a symbol that its file is named after, then files near the root; tests and examples last. */
function toStrangeness({ path, kind, symbol }: Hit): number {
  const name = path.split('/').at(-1)?.replace(/\..*$/, '').replace(/[-_]/g, '').toLowerCase();
  const isKnown = name === 'readme' || (symbol !== undefined && symbol.toLowerCase() === name);
  const isSecondary = findSecondary(path, isCodeKind(kind)) !== undefined;
  return Number(isSecondary) * 200 + Number(!isKnown) * 100 + path.split('/').length;
}

function toTip(meaning: Tip['meaning'], found: string | undefined, write: (found: string) => string): Tip | undefined {
  return found === undefined ? undefined : { meaning, example: write(found) };
}

function findSymbol(hits: readonly Hit[]): string | undefined {
  return hits.map(({ symbol }) => symbol?.split('.')[0]).find((name) => name !== undefined && PLAIN.test(name));
}

function findHeadingWord(hits: readonly Hit[]): string | undefined {
  // A heading filter matches from the start of the heading. Short words are often "this" or "with".
  const words = hits.map(({ heading_path }) => heading_path.at(-1)?.split(/\s+/)[0]);
  return words.find((word) => word !== undefined && word.length > 5 && PLAIN.test(word))?.toLowerCase();
}

/** Returns two neighbouring words of a heading; phrases also match headings. */
function findPhrase(hits: readonly Hit[]): string | undefined {
  for (const { heading_path } of hits) {
    const words = heading_path.at(-1)?.split(/\s+/) ?? [];
    const at = words.findIndex((word, i) => [word, words[i + 1] ?? ''].every((one) => /^\p{L}{5,}$/u.test(one)));
    if (at >= 0) return `${words[at]} ${words[at + 1]}`.toLowerCase();
  }
  return undefined;
}
