import * as css from '../../kit/dialog.module.css';
import { Dialog } from '../../kit/dialog.tsx';
import { words } from '../../words/words.ts';
import { AddSource } from './add-source.tsx';
import type { DialogProps } from './dialog-props.ts';

export function AddDialog({ dialog: { collectionId }, onClose }: DialogProps<'add'>) {
  const title = collectionId === undefined ? words.add.newCollection : words.add.label;
  return (
    <Dialog title={title} className={css.wide} onClose={onClose}>
      <div className={css.body}>
        <AddSource collectionId={collectionId} onTaken={onClose} />
      </div>
    </Dialog>
  );
}
