import { Ask } from '../../../kit/dialog.tsx';
import { askWhere } from '../../../state/actions/add-inputs.ts';
import { useApp } from '../../../state/context.ts';
import { useCurrentCollection } from '../../../state/use-current-collection.ts';
import { words } from '../../../words/words.ts';
import type { DialogProps } from '../dialog-props.ts';
import { readAddresses } from './read-site.ts';

/** Asks whether to import the pages that a file of addresses lists, or the file as a text. */
export function AddressListDialog({ dialog, onClose }: DialogProps<'address-list'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const { inputs, addresses } = dialog;
  return (
    <Ask
      title={words.add.listTitle}
      go={words.add.listGo}
      onGo={() => app.state.dialog.set({ type: 'site', url: addresses })}
      onClose={onClose}
      others={[[words.add.listKeep, () => askWhere(app, inputs, collection)]]}
    >
      <p>{words.add.listText(readAddresses(addresses).urls.length)}</p>
    </Ask>
  );
}
