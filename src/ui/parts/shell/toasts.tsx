import { useSignal } from '../../state/signal.ts';
import { announcement, dismissToast, toasts } from '../../state/toasts.ts';
import { words } from '../../words/words.ts';
import { Icon } from '../controls/icon.tsx';

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
              <button
                type="button"
                className="button"
                onClick={() => {
                  toast.action?.run();
                  dismissToast(toast.id);
                }}
              >
                {toast.action.label}
              </button>
            )}
            <button
              type="button"
              className="button quiet icon"
              aria-label={words.common.close}
              onClick={() => dismissToast(toast.id)}
            >
              <Icon name="close" size={16} />
            </button>
          </div>
        ))}
      </div>
    </>
  );
}
