import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import { Button } from '../../kit/button.tsx';
import { saveSelection, useSelection } from '../../state/selections.ts';
import { showToast } from '../../state/toasts.ts';
import { words } from '../../words/words.ts';
import { Ask } from '../dialogs/ask.tsx';

/** Names the current selection; saves the pack's chunks, question, budget and format with it. */
export function SaveSelection({ collection }: { readonly collection: Collection }) {
  const selection = useSelection(collection);
  const [name, setName] = useState<string>();
  const save = (given: string) => {
    saveSelection(collection, given);
    showToast(words.selections.saved(given));
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
          <div className="field">
            <label htmlFor="selection-save">{words.selections.name}</label>
            <input
              id="selection-save"
              className="input"
              maxLength={LIMITS.maxSelectionNameChars}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
        </Ask>
      )}
    </>
  );
}
