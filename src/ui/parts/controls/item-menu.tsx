import { useEffect, useRef } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { toClass } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import * as css from './controls.module.css';

interface Props {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly isWide?: boolean;
  readonly onClose: () => void;
}

export function ItemMenu({ anchor, label, entries, isWide = false, onClose }: Props) {
  const trigger = useRef(anchor);
  return (
    <>
      <Popover
        aria-label={label}
        triggerRef={trigger}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        placement={isWide ? 'bottom start' : 'bottom end'}
        className={toClass(css.menu, !isWide && css.narrowMenu)}
      >
        <Menu
          aria-label={label}
          autoFocus="first"
          disabledKeys={[...entries.keys()].filter((i) => entries[i]?.isDisabled)}
          style={{ outline: 'none' }}
          onAction={(key) => {
            onClose();
            entries[Number(key)]?.onAction();
          }}
        >
          {entries.map(({ name, note, isDanger }, i) => (
            <MenuItem
              // biome-ignore lint/suspicious/noArrayIndexKey: two collections may have one name
              key={i}
              id={i}
              textValue={name}
              className={toClass(css.menuItem, isDanger && css.danger, note !== undefined && css.withNote)}
            >
              <span className={look.name}>{name}</span>
              {note !== undefined && <span className={look.aside}>{note}</span>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
      <GiveBack to={anchor} />
    </>
  );
}

/**
 * Gives the focus back before a dialog that an entry opened notes where it was, because the entry is gone. It comes after the menu, which keeps the
 * focus until its own effects have ended.
 */
function GiveBack({ to }: { readonly to: HTMLElement }) {
  useEffect(() => () => to.focus(), [to]);
  return null;
}

export interface MenuEntry {
  readonly name: string;
  /** Figures below the name. */
  readonly note?: string;
  readonly onAction: () => void;
  readonly isDisabled?: boolean;
  /** True for an action that deletes something. */
  readonly isDanger?: boolean;
}
