import { Suspense, useState } from 'react';
import { IconButton } from '../../kit/button.tsx';
import { loadLater } from '../../kit/use-loaded.ts';
import type { MenuEntry } from './item-menu.tsx';

const ItemMenu = loadLater(() => import('./item-menu.tsx'), 'ItemMenu');

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
      <IconButton
        icon="more"
        label={label}
        ref={setAnchor}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={label}
        onClick={() => setOpen(true)}
        size={18}
      />
      <Suspense>
        {isOpen && anchor && (
          <ItemMenu anchor={anchor} label={label} entries={entries} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
