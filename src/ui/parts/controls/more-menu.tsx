import { lazy, Suspense, useState } from 'react';
import { Icon } from './icon.tsx';
import type { MenuEntry } from './menu-entry.ts';

const ItemMenu = lazy(() => import('./item-menu.tsx').then((m) => ({ default: m.ItemMenu })));

interface Props {
  /** Subject of the entries. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

/** A button with a menu of less frequent actions. The menu is loaded on the first click. */
export function MoreMenu({ label, entries }: Props) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <>
      <button
        type="button"
        ref={setAnchor}
        className="button quiet icon"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" size={18} />
      </button>
      <Suspense>
        {isOpen && anchor && (
          <ItemMenu anchor={anchor} label={label} entries={entries} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
