import { useState } from 'react';
import { report } from '../../state/actions/report.ts';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';
import { Ask } from './ask.tsx';
import type { DialogProps } from './dialog-props.ts';

export function RenameDialog({ dialog, onClose }: DialogProps<'rename'>) {
  const app = useApp();
  const [name, setName] = useState(dialog.collection.name);
  const go = () =>
    void app.connection.engine
      .renameCollection(dialog.collection.id, name.trim())
      .then(app.state.refresh)
      .catch(report);
  return (
    <Ask
      title={words.library.renameTitle}
      go={words.common.save}
      disabled={name.trim() === ''}
      onGo={go}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor="rename">{words.library.name}</label>
        <input
          id="rename"
          className="input"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
    </Ask>
  );
}
