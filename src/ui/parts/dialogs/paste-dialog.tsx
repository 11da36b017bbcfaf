import { useState } from 'react';
import { Ask } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { addInputs, offerInputs } from '../../state/actions/add-inputs.ts';
import { useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import type { DialogProps } from './dialog-props.ts';

export function PasteDialog({ dialog: { target, text: first = '' }, onClose }: DialogProps<'paste'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const [text, setText] = useState(first);
  const [name, setName] = useState(PASTE_NAME);
  const go = () => {
    const inputs = [{ type: 'paste', name: name.trim() || PASTE_NAME, text }] as const;
    if (target === 'ask') offerInputs(app, inputs, collection);
    else addInputs(app, inputs, target === 'new' ? undefined : target.collectionId);
  };
  return (
    <Ask title={words.add.paste} go={words.add.pasteStart} disabled={text.trim() === ''} onGo={go} onClose={onClose}>
      <TextField label={words.add.pasteName} value={name} onChange={setName} />
      <TextArea label={words.add.pasteLabel} isMono rows={10} value={text} onChange={setText} />
    </Ask>
  );
}

const PASTE_NAME = 'pasted.md';
