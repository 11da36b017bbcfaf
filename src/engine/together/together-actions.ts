import type { Engine, LeftOutCollection } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { OpenCollection } from '../open/faces.ts';
import { runSearch } from '../search/run-search.ts';
import { type JoinedCollection, joinCollections, type Member } from './join-collections.ts';

/** Actions that search several collections at once. */
export function createTogetherActions({ deps, collections }: EngineContext) {
  let newest = 0;
  return {
    async searchTogether(collectionIds, query, options = {}) {
      const { seq } = options;
      newest = Math.max(newest, seq ?? 0);
      const isStale = (): boolean => seq !== undefined && newest > seq;
      const { value, leftOut } = await collections.withCollections(collectionIds, { whole: false }, async (members) => {
        const joined = join(deps.kernel, members);
        const answer = await runSearch(deps.kernel, joined, query, { ...options, isStale, memberOf: joined.memberOf });
        return { ...answer, hits: answer.hits.map((hit) => toOwn(joined, hit)) };
      });
      return { ...value, leftOut };
    },

    async findOccurrences(collectionIds, wish, match) {
      const { findOccurrences } = await import('../search/find-occurrences.ts');
      const [only = '', ...others] = collectionIds;
      if (others.length === 0)
        return collections.withPartialCollection(only, (open) => findOccurrences(deps.kernel, open, wish, match));
      const { value, leftOut } = await collections.withCollections(collectionIds, { whole: false }, async (members) => {
        const joined = join(deps.kernel, members);
        const page = await findOccurrences(deps.kernel, joined, wish, match);
        return { ...page, files: page.files.map((file) => toOwn(joined, file)) };
      });
      return { ...value, leftOut };
    },
  } satisfies Partial<Engine>;
}

/** Calls `work` with several collections as one, and lists those skipped. */
export async function withJoined<T>(
  { deps, collections }: Pick<EngineContext, 'deps' | 'collections'>,
  collectionIds: readonly string[],
  work: (joined: JoinedCollection) => Promise<T>,
): Promise<{ readonly value: T; readonly leftOut: readonly LeftOutCollection[] }> {
  return collections.withCollections(collectionIds, { whole: true }, async (members) => {
    const joined = join(deps.kernel, members);
    await joined.completeFiles();
    return work(joined);
  });
}

/** Reuses a joined collection while its members stay the same: repeated searches then find its caches. */
const known = new WeakMap<OpenCollection, JoinedCollection>();

function join(kernel: EngineContext['deps']['kernel'], members: readonly Member[]): JoinedCollection {
  const [first] = members;
  const made = first && known.get(first.open);
  const isSame =
    made?.members.length === members.length && made.members.every(({ open }, i) => open === members[i]?.open);
  if (isSame) return made;
  const joined = joinCollections(kernel, members);
  if (first !== undefined) known.set(first.open, joined);
  return joined;
}

/** Returns a hit or file with its path in its own collection. */
function toOwn<T extends { readonly path: string }>(joined: JoinedCollection, found: T): T & { collection?: string } {
  const own = joined.toOwn(found.path);
  return own === undefined ? found : { ...found, path: own.path, collection: own.collectionId };
}
