import { useState } from 'react';
import { Ask } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { toFreeName } from '../../state/actions/create-collection.ts';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';
import type { DialogProps } from './dialog-props.ts';

export function RenameDialog({ dialog, onClose }: DialogProps<'rename'>) {
  const app = useApp();
  const [name, setName] = useState(dialog.collection.name);
  const go = () =>
    void app.connection.engine
      .renameCollection(dialog.collection.id, toFreeName(app, name.trim(), dialog.collection.id))
      .then(app.state.refresh)
      .catch(app.state.report);
  return (
    <Ask
      title={words.library.renameTitle}
      go={words.common.save}
      disabled={name.trim() === ''}
      onGo={go}
      onClose={onClose}
    >
      <TextField label={words.library.name} maxLength={200} value={name} onChange={setName} />
    </Ask>
  );
}
