import { useState } from 'react';
import { addInputs, offerInputs } from '../../state/actions/add-inputs.ts';
import { useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import { Ask } from './ask.tsx';
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
    <Ask
      title={words.add.pasteTitle}
      go={words.add.pasteStart}
      disabled={text.trim() === ''}
      onGo={go}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor="paste-name">{words.add.pasteName}</label>
        <input id="paste-name" className="input" value={name} onChange={(event) => setName(event.target.value)} />
      </div>
      <div className="field">
        <label htmlFor="paste-text">{words.add.pasteLabel}</label>
        <textarea
          id="paste-text"
          className="input mono"
          rows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </Ask>
  );
}

const PASTE_NAME = 'pasted.md';
