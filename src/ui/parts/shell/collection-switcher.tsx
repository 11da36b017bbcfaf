import { Suspense, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { loadLater } from '../../kit/use-loaded.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { MiddleText } from '../controls/middle-text.tsx';
import * as css from './top-bar.module.css';

const CollectionMenu = loadLater(() => import('./collection-menu.tsx'), 'CollectionMenu');

/** The menu is loaded on the first click; until then this is a plain button. */
export function CollectionSwitcher() {
  const collection = useCurrentCollection();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="own"
        className={`${look.sheet} ${css.switcher}`}
        ref={setAnchor}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${words.switcher.label}: ${toShortName(collection?.name ?? words.switcher.none, 200)}`}
        onClick={() => setOpen(true)}
      >
        <strong>
          <MiddleText text={collection?.name ?? words.switcher.none} max={32} />
        </strong>
        <Icon name="down" size={16} />
      </Button>
      <Suspense>{isOpen && anchor && <CollectionMenu anchor={anchor} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
