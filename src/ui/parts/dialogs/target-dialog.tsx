import type { SourceInput } from '../../../sources/contract.ts';
import { countBytes, countFiles } from '../../inputs/files-to-inputs.ts';
import { Ask } from '../../kit/dialog.tsx';
import * as look from '../../kit/look.module.css';
import { addInputs, syncKnown } from '../../state/actions/add-inputs.ts';
import { useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatBytes } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import type { DialogProps } from './dialog-props.ts';

export function TargetDialog({ dialog, onClose }: DialogProps<'target'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const { arrival, inputs, known } = dialog;
  const name = toShortName(inputs.map((input) => input.name).join(', '), 200);
  const addNew = () => addInputs(app, inputs);
  const others: [string, () => void][] = [];
  if (collection !== undefined && !collection.readOnly)
    others.push([words.add.targetHere(toShortName(collection.name, 40)), () => addInputs(app, inputs, collection.id)]);
  if (known !== undefined) others.push([words.add.newCollection, addNew]);
  return (
    <Ask
      title={arrival === undefined ? words.add.targetTitle : words.add.arrivalTitle}
      go={known === undefined ? words.add.newCollection : words.library.sync}
      onGo={known === undefined ? addNew : () => syncKnown(app, known, inputs[0] as SourceInput)}
      onClose={onClose}
      others={others}
    >
      {known !== undefined ? (
        <p className={look.name}>{words.add.targetKnown(name, toShortName(known.collection.name, 40))}</p>
      ) : arrival === undefined ? (
        <p className={look.name}>{words.add.targetText(name)}</p>
      ) : (
        <>
          <p>{words.add.arrivalFrom[arrival]}</p>
          <p className={look.name}>
            {words.add.arrivalText(name, countFiles(inputs), formatBytes(countBytes(inputs)))}
          </p>
        </>
      )}
    </Ask>
  );
}
