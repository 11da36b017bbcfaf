import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { words } from '../words/words.ts';
import { Button, IconButton, toClass } from './button.tsx';
import * as css from './dialog.module.css';
import { NotReady } from './form.tsx';
import type { LoadState } from './use-loaded.ts';

interface DialogProps {
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
export function Dialog({ title, className, onClose, children, hideHead, isReady = true }: DialogProps) {
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
      // Takes the focus when the element that had it is gone.
      tabIndex={-1}
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

interface AskProps {
  readonly title: string;
  /** Label of the confirming button. */
  readonly confirm: string;
  readonly onConfirm?: () => void;
  readonly onClose: () => void;
  /** True if confirming leads to another question: it does not close the dialog. */
  readonly stays?: boolean;
  readonly disabled?: boolean;
  /** The stored values that the form shows. It has no fields and confirms nothing until they are there. */
  readonly form?: LoadState;
  /** Label and action of the other button; by default it cancels. */
  readonly cancel?: string;
  readonly onCancel?: () => void;
  /** Labels of further buttons, and their actions. One with options does not close the dialog. */
  readonly others?: readonly (readonly [label: string, run: () => void, options?: { readonly disabled: boolean }])[];
  readonly children: ReactNode;
}

/** A question in a dialog with its buttons. The default button comes last; Enter activates it. */
export function Ask(props: AskProps) {
  const {
    title,
    confirm,
    onConfirm,
    onClose,
    stays = false,
    disabled,
    form,
    cancel,
    onCancel,
    others = [],
    children,
  } = props;
  const isReady = form === undefined || form.status === 'ready';
  const choose = (run: (() => void) | undefined) => {
    onClose();
    run?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    if (stays) onConfirm?.();
    else choose(onConfirm);
  };
  return (
    <Dialog title={title} onClose={onClose} isReady={isReady}>
      <form className={css.body} onSubmit={submit}>
        {isReady ? children : <NotReady load={form} />}
        <div className={css.actions}>
          <Button label={cancel ?? words.common.cancel} onClick={() => choose(onCancel)} />
          {others.map(([label, run, options]) => (
            <Button
              key={label}
              label={label}
              disabled={options?.disabled}
              onClick={() => (options === undefined ? choose(run) : run())}
            />
          ))}
          <Button look="primary" label={confirm} type="submit" disabled={disabled || !isReady} />
        </div>
      </form>
    </Dialog>
  );
}
