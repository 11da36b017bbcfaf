import type { FormEvent, ReactNode } from 'react';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import * as css from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { NotReady } from './not-ready.tsx';
import type { LoadState } from './use-loaded.ts';

interface Props {
  readonly title: string;
  /** Label of the confirming button. */
  readonly go: string;
  readonly onGo?: (() => void) | undefined;
  readonly onClose: () => void;
  /** True if confirming leads to another question: it does not close the dialog. */
  readonly stays?: boolean;
  readonly disabled?: boolean;
  /** The stored values that the form shows. It has no fields and confirms nothing until they are there. */
  readonly form?: LoadState;
  /** Label and action of the other button; by default it cancels. */
  readonly cancel?: string | undefined;
  readonly onCancel?: (() => void) | undefined;
  /** Labels of further buttons, and their actions. */
  readonly others?: readonly (readonly [label: string, run: () => void])[];
  readonly children: ReactNode;
}

/** A question in a dialog with its buttons. The default button comes last; Enter activates it. */
export function Ask(props: Props) {
  const { title, go, onGo, onClose, stays = false, disabled, form, cancel, onCancel, others = [], children } = props;
  const isReady = form === undefined || form.status === 'ready';
  const choose = (run: (() => void) | undefined) => {
    onClose();
    run?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    if (stays) onGo?.();
    else choose(onGo);
  };
  return (
    <Dialog title={title} onClose={onClose} isReady={isReady}>
      <form className={css.body} onSubmit={submit}>
        {isReady ? children : <NotReady load={form} />}
        <div className={css.actions}>
          <Button label={cancel ?? words.common.cancel} onClick={() => choose(onCancel)} />
          {others.map(([label, run]) => (
            <Button key={label} label={label} onClick={() => choose(run)} />
          ))}
          <Button look="primary" label={go} type="submit" disabled={disabled || !isReady} />
        </div>
      </form>
    </Dialog>
  );
}
