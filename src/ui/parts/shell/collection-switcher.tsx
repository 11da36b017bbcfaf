import { lazy, Suspense, useState } from 'react';
import { type Collection, countIndexed } from '../../../model/collection.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatAgo, formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { Icon } from '../controls/icon.tsx';
import { MiddleText } from '../controls/middle-text.tsx';

const CollectionMenu = lazy(() => import('./collection-menu.tsx').then((m) => ({ default: m.CollectionMenu })));

/** The menu is loaded on the first click; until then this is a plain button. */
export function CollectionSwitcher() {
  const collection = useCurrentCollection();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const figures = collection === undefined ? '' : toFigures(collection);
  return (
    <>
      <button
        type="button"
        ref={setAnchor}
        className="switcher"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${words.switcher.label}: ${toShortName(collection?.name ?? words.switcher.none, 200)}`}
        title={collection === undefined ? undefined : exactFigures(collection)}
        onClick={() => setOpen(true)}
      >
        <strong>
          <MiddleText text={collection?.name ?? words.switcher.none} max={32} />
        </strong>
        <span className="faint">{figures}</span>
        <Icon name="down" size={16} />
      </button>
      <Suspense>{isOpen && anchor && <CollectionMenu anchor={anchor} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function toFigures({ stats, sources }: Collection): string {
  const last = sources.reduce<string | undefined>((latest, { lastSyncAt }) => maxTime(latest, lastSyncAt), undefined);
  const synced = last === undefined ? [] : [words.library.synced(formatAgo(last))];
  return [words.count.files(countIndexed(stats)), words.count.tokens(stats.total_tokens), ...synced].join(' · ');
}

function exactFigures({ name, stats }: Collection): string {
  return `${toShortName(name, 200)}: ${formatCount(countIndexed(stats))} files, ${formatCount(stats.total_tokens)} tokens`;
}

function maxTime(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? b : a;
}
