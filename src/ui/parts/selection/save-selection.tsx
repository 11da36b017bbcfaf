import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import { Ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { useApp } from '../../state/context.ts';
import { saveSelection } from '../../state/selections.ts';
import { useSelection } from '../../state/use-selections.ts';
import { words } from '../../words/words.ts';

/** Names the current selection; saves the pack's chunks, question, budget and format with it. */
export function SaveSelection({ collection }: { readonly collection: Collection }) {
  const { choices, toasts } = useApp().state;
  const selection = useSelection(collection);
  const [name, setName] = useState<string>();
  const save = (given: string) => {
    saveSelection(choices, collection, given);
    toasts.show(words.selections.saved(given));
  };
  return (
    <>
      <Button label={words.selections.save} onClick={() => setName(selection.name)} />
      {name !== undefined && (
        <Ask
          title={words.selections.save}
          go={words.common.save}
          disabled={name.trim() === ''}
          onGo={() => save(name.trim())}
          onClose={() => setName(undefined)}
        >
          <TextField
            label={words.selections.name}
            maxLength={LIMITS.maxSelectionNameChars}
            value={name}
            onChange={setName}
          />
        </Ask>
      )}
    </>
  );
}
