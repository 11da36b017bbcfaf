import { useRef } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { type Collection, countFiles } from '../../../model/collection.ts';
import * as look from '../../kit/look.module.css';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { useCollectionsByUse, useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatAgo } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from '../controls/menu.module.css';

interface Props {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

export function CollectionMenu({ anchor, onClose }: Props) {
  const { state } = useApp();
  const collections = useCollectionsByUse();
  const current = useCurrentCollection()?.id ?? '';
  const trigger = useRef(anchor);
  const act = (key: string | number) => {
    onClose();
    if (key === 'manage') navigate({ place: 'library' });
    else if (key === 'new') state.dialog.set({ type: 'add' });
    else if (key === 'all') navigate({ place: 'search', collectionId: current, query: '', scope: 'all' });
    else navigate({ place: 'search', collectionId: String(key).slice(2), query: '' });
  };
  return (
    <Popover
      aria-label={words.switcher.label}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      className={css.menu}
    >
      <Menu aria-label={words.switcher.label} autoFocus="first" onAction={act} style={{ outline: 'none' }}>
        {collections.map((collection) => (
          <MenuItem
            key={collection.id}
            id={`c:${collection.id}`}
            textValue={collection.name}
            className={`${css.item} ${css.collection}`}
          >
            <span className={look.name}>{toShortName(collection.name, 200)}</span>
            <span className={look.aside}>{toFigures(collection)}</span>
          </MenuItem>
        ))}
        {collections.length > 1 && (
          <MenuItem id="all" className={css.item}>
            {words.scope.search}
          </MenuItem>
        )}
        <MenuItem id="new" className={css.item}>
          {words.switcher.fresh}
        </MenuItem>
        <MenuItem id="manage" className={css.item}>
          {words.switcher.manage}
        </MenuItem>
      </Menu>
    </Popover>
  );
}

function toFigures({ stats, sources, publishedAt }: Collection): string {
  const last = sources
    .map(({ lastSyncAt = '' }) => lastSyncAt)
    .sort()
    .at(-1);
  const synced =
    publishedAt !== undefined ? [words.library.publishedMark] : last ? [words.library.synced(formatAgo(last))] : [];
  return [words.count.files(countFiles(stats)), `~${words.count.tokens(stats.total_tokens)}`, ...synced].join(' · ');
}
