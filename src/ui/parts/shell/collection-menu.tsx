import { useRef } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { countIndexed } from '../../../model/collection.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { words } from '../../words/words.ts';
import { MiddleText } from '../controls/middle-text.tsx';

interface Props {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

export function CollectionMenu({ anchor, onClose }: Props) {
  const { state } = useApp();
  const collections = useSignal(state.collections) ?? [];
  const trigger = useRef(anchor);
  const act = (key: string | number) => {
    onClose();
    if (key === 'manage') navigate({ place: 'library' });
    else navigate({ place: 'search', collectionId: String(key).slice(2), query: '' });
  };
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      className="menu"
    >
      <Menu aria-label={words.switcher.label} autoFocus="first" onAction={act} style={{ outline: 'none' }}>
        {collections.map((collection) => (
          <MenuItem key={collection.id} id={`c:${collection.id}`} textValue={collection.name} className="menu-item">
            <MiddleText text={collection.name} max={40} />
            <span className="faint small">{words.count.files(countIndexed(collection.stats))}</span>
          </MenuItem>
        ))}
        <MenuItem id="manage" className="menu-item">
          {words.switcher.manage}
        </MenuItem>
      </Menu>
    </Popover>
  );
}
