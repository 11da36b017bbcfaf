import { toAsciiLower } from '../../lib/ascii.ts';
import { toBaseName } from '../../lib/base-name.ts';
import { resolvePath } from '../../lib/resolve-path.ts';
import { toLinkName } from '../../markdown/wiki-link.ts';
import type { FileLinks } from '../../model/chunk.ts';
import type { EngineContext } from '../engine-context.ts';
import type { CollectionFiles, SearchedCollection } from '../open/faces.ts';
import { readLeafOf } from './answers.ts';
import { rankWords } from './rank-words.ts';

/** Leaves read for the files that link to one: a page that all others link to needs no longer list. */
const MAX_BACKLINKS = 1_000;

/** Returns the path of the file that a link leads to, or undefined. */
type Resolve = (from: string, target: string) => string | undefined;

export async function listLinks(
  deps: EngineContext['deps'],
  open: SearchedCollection,
  path: string,
): Promise<FileLinks> {
  const { kernel } = deps;
  const place = await readLeafOf(kernel, open, path);
  if (place === undefined) return { links: [], backlinks: [] };
  await open.completeFiles();
  const resolve = getResolver(open);
  const links = place.leaf.links.map((link) => {
    const to = resolve(path, link.target);
    return to === undefined ? link : { ...link, path: to };
  });
  const backlinks: FileLinks['backlinks'][number][] = [];
  for (const fileIndex of await findLinking(deps, open, path)) {
    const { path: from, title } = open.row(fileIndex);
    if (from === path) continue;
    const leaf = kernel.readLeaf(await open.readLeaf(fileIndex));
    const found = leaf.links.find(({ target }) => resolve(from, target) === path);
    if (found !== undefined) backlinks.push({ path: from, title, line: found.line });
  }
  return { links, backlinks };
}

/** Returns the files that link to a file of the same name, by the index. */
async function findLinking(deps: EngineContext['deps'], open: SearchedCollection, path: string): Promise<number[]> {
  const names = toStems(path).map(toBaseName);
  const terms = names.map((name) => deps.kernel.linkTerm(name)).filter((text) => text !== '');
  const { fileHits } = await rankWords(deps.kernel, open, {
    ...{ words: [], minus: [], required: [], allow: undefined, limit: 0, offset: 0, secondaryToo: true },
    ...{ stemmers: [], compounds: false },
    terms: terms.map((text) => ({ text, weight: 1 })),
  });
  const found: number[] = [];
  for (let i = 0; i < fileHits.length && found.length < MAX_BACKLINKS; i++) if (fileHits[i] !== 0) found.push(i);
  return found;
}

const resolvers = new WeakMap<CollectionFiles, Resolve>();

/** Returns a resolver of links; call `completeFiles` first. */
export function getResolver(open: CollectionFiles): Resolve {
  const known = resolvers.get(open) ?? createResolver(open);
  resolvers.set(open, known);
  return known;
}

/** Compares paths without the extensions of texts and without case: relative to the file, then from the top, then by their end, the shortest first. */
function createResolver(open: CollectionFiles): Resolve {
  const byName = new Map<string, { readonly path: string; readonly stem: string }[]>();
  for (let i = 0; i < open.fileCount; i++) {
    const { path } = open.fileNames(i);
    for (const stem of toStems(path)) {
      const name = toBaseName(stem);
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [{ path, stem }]);
      else known.push({ path, stem });
    }
  }
  return (from, target) => {
    const [stem = ''] = toStems(target);
    const candidates = byName.get(toBaseName(stem)) ?? [];
    const folder = toAsciiLower(from.slice(0, from.lastIndexOf('/') + 1));
    const [beside, top] = [resolvePath(target.startsWith('/') ? stem : folder + stem), resolvePath(stem)];
    const find = (wanted: string): string | undefined => candidates.find((one) => one.stem === wanted)?.path;
    const ending = candidates
      .filter((one) => one.stem.endsWith(`/${top}`))
      .sort((a, b) => a.path.length - b.path.length)[0];
    return find(beside) ?? find(top) ?? ending?.path;
  };
}

/** Returns the path as links write it, and for the index of a folder also the folder. Logseq writes `/` as `___`. */
function toStems(path: string): string[] {
  const plain = toAsciiLower(path.replaceAll('___', '/').replace(/\/+$/, ''));
  const stem = plain.slice(0, plain.lastIndexOf('/') + 1) + toLinkName(plain);
  const folder = /^(.+)\/(?:_?index|readme)$/.exec(stem)?.[1];
  return folder === undefined ? [stem] : [stem, folder];
}
