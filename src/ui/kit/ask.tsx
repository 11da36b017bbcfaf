import type { FormEvent, ReactNode } from 'react';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import * as css from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface Props {
  readonly title: string;
  /** Label of the confirming button. */
  readonly go: string;
  readonly onGo?: (() => void) | undefined;
  readonly onClose: () => void;
  readonly disabled?: boolean;
  /** Label and action of the other button; by default it cancels. */
  readonly cancel?: string | undefined;
  readonly onCancel?: (() => void) | undefined;
  /** Labels of further buttons, and their actions. */
  readonly others?: readonly (readonly [label: string, run: () => void])[];
  readonly children: ReactNode;
}

/** A question in a dialog with its buttons. The default button comes last; Enter activates it. */
export function Ask({ title, go, onGo, onClose, disabled, cancel, onCancel, others = [], children }: Props) {
  const choose = (run: (() => void) | undefined) => {
    onClose();
    run?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose(onGo);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={css.body} onSubmit={submit}>
        {children}
        <div className={css.actions}>
          <Button label={cancel ?? words.common.cancel} onClick={() => choose(onCancel)} />
          {others.map(([label, run]) => (
            <Button key={label} label={label} onClick={() => choose(run)} />
          ))}
          <Button look="primary" label={go} type="submit" disabled={disabled} />
        </div>
      </form>
    </Dialog>
  );
}
