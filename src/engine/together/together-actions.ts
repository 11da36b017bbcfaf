import type { Hit, SearchAnswer } from '../../model/hit.ts';
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
        return { ...answer, hits: answer.hits.map((hit) => toOwnHit(joined, hit)) };
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

function toOwnHit(joined: JoinedCollection, hit: Hit): SearchAnswer['hits'][number] {
  const own = joined.toOwn(hit.path);
  return own === undefined ? hit : { ...hit, path: own.path, collection: own.collectionId };
}
