import { type Collection, countIndexed } from '../../../model/collection.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { useCollectionsByUse, useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatAgo } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { libraryWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';
import { ItemMenu, type MenuEntry } from '../controls/item-menu.tsx';

export function CollectionMenu({ anchor, onClose }: { readonly anchor: HTMLElement; readonly onClose: () => void }) {
  const { state } = useApp();
  const collections = useCollectionsByUse();
  const current = useCurrentCollection()?.id ?? '';
  const all = { place: 'search', collectionId: current, query: '', scope: 'all' } as const;
  const entries: readonly MenuEntry[] = [
    ...collections.map((collection) => ({
      name: toShortName(collection.name, 200),
      note: toFigures(collection),
      onAction: () => navigate({ place: 'search', collectionId: collection.id, query: '' }),
    })),
    ...(collections.length > 1 ? [{ name: words.scope.search, onAction: () => navigate(all) }] : []),
    { name: words.switcher.fresh, onAction: () => state.dialog.set({ type: 'add' }) },
    { name: words.switcher.manage, onAction: () => navigate({ place: 'library' }) },
  ];
  return <ItemMenu anchor={anchor} label={words.switcher.label} entries={entries} isWide onClose={onClose} />;
}

function toFigures({ stats, sources, publishedAt }: Collection): string {
  const last = sources
    .map(({ lastSyncAt = '' }) => lastSyncAt)
    .sort()
    .at(-1);
  const synced =
    publishedAt !== undefined ? [libraryWords.publishedMark] : last ? [libraryWords.synced(formatAgo(last))] : [];
  return [words.count.files(countIndexed(stats)), `~${words.count.tokens(stats.total_tokens)}`, ...synced].join(' · ');
}
