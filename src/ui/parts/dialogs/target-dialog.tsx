import { addInputs } from '../../state/actions/add-inputs.ts';
import { useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { Ask } from './ask.tsx';
import type { DialogProps } from './dialog-props.ts';

export function TargetDialog({ dialog, onClose }: DialogProps<'target'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const name = toShortName(dialog.inputs.map((input) => input.name).join(', '), 200);
  const addHere = () => {
    onClose();
    addInputs(app, dialog.inputs, collection?.id);
  };
  return (
    <Ask
      title={words.add.targetTitle}
      go={words.add.newCollection}
      onGo={() => addInputs(app, dialog.inputs)}
      onClose={onClose}
      more={
        collection !== undefined && (
          <button type="button" className="button" onClick={addHere}>
            {words.add.targetHere(toShortName(collection.name, 40))}
          </button>
        )
      }
    >
      <p className="name">{words.add.targetText(name)}</p>
    </Ask>
  );
}
