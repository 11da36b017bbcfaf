import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../words/words.ts';
import { IconButton, toClass } from './button.tsx';
import * as css from './dialog.module.css';

interface Props {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** True for dialogs that start with a field of their own. */
  readonly hideHead?: boolean;
  /** False until the fields are there. */
  readonly isReady?: boolean;
}

/** The platform's modal dialog: focus stays inside, Escape closes it, and focus returns to where it was. */
export function Dialog({ title, className, onClose, children, hideHead, isReady = true }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first field may arrive after the dialog
  useEffect(() => {
    // Without this, the browser would focus the close button. The children are any content, so no ref can name the first field.
    dialog.current?.querySelector<HTMLElement>('input, textarea, [type="submit"]')?.focus();
  }, [isReady]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the platform closes it on Escape
    <dialog
      ref={dialog}
      className={toClass(css.dialog, className)}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {!hideHead && (
        <div className={css.head}>
          <h2>{title}</h2>
          <IconButton icon="close" label={words.common.close} onClick={onClose} size={18} />
        </div>
      )}
      {children}
    </dialog>
  );
}
