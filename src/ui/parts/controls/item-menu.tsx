import { useRef } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import * as css from './menu.module.css';
import type { MenuEntry } from './menu-entry.ts';

interface Props {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

export function ItemMenu({ anchor, label, entries, onClose }: Props) {
  const trigger = useRef(anchor);
  return (
    <Popover
      aria-label={label}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      className={`${css.menu} ${css.narrow}`}
    >
      <Menu
        aria-label={label}
        autoFocus="first"
        disabledKeys={entries.filter(({ isDisabled }) => isDisabled).map(({ name }) => name)}
        style={{ outline: 'none' }}
        onAction={(key) => {
          onClose();
          entries.find(({ name }) => name === key)?.onAction();
        }}
      >
        {entries.map(({ name, isDanger }) => (
          <MenuItem key={name} id={name} className={isDanger ? `${css.item} ${css.danger}` : css.item}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
