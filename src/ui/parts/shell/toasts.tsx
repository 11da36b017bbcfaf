import { Button, IconButton } from '../../kit/button.tsx';
import { useSignal } from '../../state/signal.ts';
import { announcement, dismissToast, toasts } from '../../state/toasts.ts';
import { words } from '../../words/words.ts';

/** One polite live region for announcements, one for toasts. Both are always in the page: screen readers ignore a region that was just added. */
export function Toasts() {
  const list = useSignal(toasts);
  const said = useSignal(announcement);
  return (
    <>
      <div className="sr-only" aria-live="polite" data-testid="announcement">
        {said}
      </div>
      <div className="toasts" aria-live="polite">
        {list.map((toast) => (
          <div key={toast.id} className={`toast ${toast.tone}`}>
            <span>{toast.text}</span>
            {toast.action && (
              <Button
                label={toast.action.label}
                onClick={() => {
                  toast.action?.run();
                  dismissToast(toast.id);
                }}
              />
            )}
            <IconButton icon="close" label={words.common.close} onClick={() => dismissToast(toast.id)} />
          </div>
        ))}
      </div>
    </>
  );
}
