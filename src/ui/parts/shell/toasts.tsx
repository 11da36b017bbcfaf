import { useEffect, useRef } from 'react';
import { Button, IconButton } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { words } from '../../words/words.ts';
import * as css from './toasts.module.css';

/** One polite live region for announcements, one for toasts. Both are always in the page: screen readers ignore a region that was just added. */
export function Toasts() {
  const { toasts, announcement } = useApp().state;
  const list = useSignal(toasts.list);
  const said = useSignal(announcement);
  return (
    <>
      <div className={look.srOnly} aria-live="polite" data-testid="announcement">
        {said}
      </div>
      <div className={css.toasts} aria-live="polite">
        {list.map((toast) => (
          <div key={toast.id} className={`${look.sheet} ${css.toast}`} data-tone={toast.tone}>
            <span>{toast.text}</span>
            {toast.action && (
              <ActionButton
                label={toast.action.label}
                onClick={() => {
                  toast.action?.run();
                  toasts.dismiss(toast.id);
                }}
              />
            )}
            <IconButton icon="close" label={words.common.close} onClick={() => toasts.dismiss(toast.id)} />
          </div>
        ))}
      </div>
    </>
  );
}

/** Takes the focus if it was lost with what the user deleted. */
function ActionButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => document.activeElement === document.body && button.current?.focus(), FOCUS_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Button ref={button} label={label} onClick={onClick} />;
}

/** A closed menu tries to give the focus back first. */
const FOCUS_MS = 100;
