import type { FormEvent, ReactNode } from 'react';
import { words } from '../../words/words.ts';
import { Modal } from './modal.tsx';

interface Props {
  readonly title: string;
  /** The name of the answer that goes on. */
  readonly go: string;
  readonly onGo: () => void;
  readonly onClose: () => void;
  readonly disabled?: boolean;
  /** What the other answer is called and does; without it, it closes. */
  readonly cancel?: string;
  readonly onCancel?: () => void;
  /** Further answers. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** A question over the page: what it is about, and the answers to it, the usual one last. Enter gives that one. */
export function Ask({ title, go, onGo, onClose, disabled, cancel, onCancel, more, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onGo();
  };
  const refuse = () => {
    onClose();
    onCancel?.();
  };
  return (
    <Modal title={title} onClose={onClose}>
      <form className="dialog-body" onSubmit={submit}>
        {children}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={refuse}>
            {cancel ?? words.common.cancel}
          </button>
          {more}
          <button type="submit" className="button primary" disabled={disabled}>
            {go}
          </button>
        </div>
      </form>
    </Modal>
  );
}
