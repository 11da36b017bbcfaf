import * as dialogCss from '../../kit/dialog.module.css';
import { Dialog } from '../../kit/dialog.tsx';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { words } from '../../words/words.ts';
import type { DialogProps } from './dialog-props.ts';
import * as css from './dialogs.module.css';

export function ShortcutDialog({ onClose }: Pick<DialogProps<'shortcuts'>, 'onClose'>) {
  const [singleKeys] = usePreference('singleKeys');
  return (
    <Dialog title={words.shortcuts.title} onClose={onClose}>
      <div className={dialogCss.body}>
        {!singleKeys && <p className={look.notice}>{words.shortcuts.off}</p>}
        <dl className={css.shortcutList}>
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
