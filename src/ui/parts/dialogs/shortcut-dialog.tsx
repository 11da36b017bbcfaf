import { Dialog } from '../../kit/dialog.tsx';
import { usePreference } from '../../kit/use-preference.ts';
import { words } from '../../words/words.ts';

export function ShortcutDialog({ onClose }: { readonly onClose: () => void }) {
  const [singleKeys] = usePreference('singleKeys');
  return (
    <Dialog title={words.shortcuts.title} onClose={onClose}>
      <div className="dialog-body">
        {!singleKeys && <p className="notice">{words.shortcuts.off}</p>}
        <dl className="shortcut-list">
          {words.shortcuts.rows.map(([keys, meaning]) => (
            <div key={keys} style={{ display: 'contents' }}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
