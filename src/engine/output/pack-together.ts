import { AppError } from '../../model/app-error.ts';
import type { PackAnswer, PackItem, PackOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import type { JoinedCollection } from '../together/join-collections.ts';
import { withJoined } from '../together/together-actions.ts';
import { makePack } from './make-pack.ts';
import { isPartlyOpen } from './pack-parts.ts';

/** Packs several collections [P10]. In the text, every path starts with its collection's label; items have the path inside it. */
export async function packTogether(
  context: EngineContext,
  options: PackOptions & { readonly together: readonly string[] },
  job?: Job,
): Promise<PackAnswer> {
  const { kernel } = context.deps;
  const { value, leftOut } = await withJoined(context, options.together, async (joined) => {
    // Selections and earlier states belong to one collection.
    const { selection: _, since: __, ...rest } = options;
    const isIncomplete = joined.members.some(({ open }) => isPartlyOpen(open));
    const parts = { kernel, open: joined, readSnapshot: readNoSnapshot, isIncomplete, job };
    const pack = await makePack(parts, { ...rest, mask: options.mask !== false });
    return { ...pack, items: pack.items.map((item) => toOwnItem(joined, item)) };
  });
  return { ...value, leftOut };
}

async function readNoSnapshot(): Promise<never> {
  throw new AppError('store/not-found', 'several collections have no earlier state in common', {});
}

function toOwnItem(joined: JoinedCollection, item: PackItem): PackItem {
  const own = joined.toOwn(item.path);
  return own === undefined ? item : { ...item, path: own.path, collection: own.collectionId };
}
