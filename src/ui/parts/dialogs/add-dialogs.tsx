import { useEffect, useState } from 'react';
import { LIMITS } from '../../../model/limits.ts';
import type { SourceInput } from '../../../sources/contract.ts';
import { countBytes, countFiles } from '../../inputs/files-to-inputs.ts';
import { guessOrigin } from '../../inputs/find-llms-file.ts';
import * as css from '../../kit/dialog.module.css';
import { Ask, Dialog } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { addInputs, askWhere, offerInputs, syncKnown } from '../../state/actions/add-inputs.ts';
import type { DialogProps } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatBytes } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { jobsWords } from '../../words/jobs.ts';
import { libraryWords } from '../../words/library.ts';
import { waysInWords } from '../../words/ways-in.ts';
import { words } from '../../words/words.ts';
import { AddSource } from './add-source.tsx';
import { readAddresses } from './read-site.ts';

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

export function TargetDialog({ dialog, onClose }: DialogProps<'target'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const { arrival, inputs, known } = dialog;
  const name = toShortName(inputs.map((input) => input.name).join(', '), 200);
  const addNew = () => addInputs(app, inputs);
  const others: [string, () => void][] = [];
  if (collection !== undefined && !collection.readOnly)
    others.push([
      waysInWords.targetHere(toShortName(collection.name, 40)),
      () => addInputs(app, inputs, collection.id),
    ]);
  if (known !== undefined) others.push([words.add.newCollection, addNew]);
  return (
    <Ask
      title={arrival === undefined ? waysInWords.targetTitle : waysInWords.arrivalTitle}
      confirm={known === undefined ? words.add.newCollection : libraryWords.sync}
      onConfirm={known === undefined ? addNew : () => syncKnown(app, known, inputs[0] as SourceInput)}
      onClose={onClose}
      others={others}
    >
      {known !== undefined ? (
        <p className={look.name}>{waysInWords.targetKnown(name, toShortName(known.collection.name, 40))}</p>
      ) : arrival === undefined ? (
        <p className={look.name}>{waysInWords.targetText(name)}</p>
      ) : (
        <>
          <p>{waysInWords.arrivalFrom[arrival]}</p>
          <p className={look.name}>
            {waysInWords.arrivalText(name, countFiles(inputs), formatBytes(countBytes(inputs)))}
          </p>
        </>
      )}
    </Ask>
  );
}

export function PasteDialog({ dialog: { target, text: first = '' }, onClose }: DialogProps<'paste'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const [text, setText] = useState(first);
  const [name, setName] = useState(PASTE_NAME);
  const add = () => {
    const inputs = [{ type: 'paste', name: name.trim() || PASTE_NAME, text }] as const;
    if (target === 'ask') offerInputs(app, inputs, collection);
    else addInputs(app, inputs, target === 'new' ? undefined : target.collectionId);
  };
  return (
    <Ask
      title={words.add.paste}
      confirm={waysInWords.pasteStart}
      disabled={text.trim() === ''}
      onConfirm={add}
      onClose={onClose}
    >
      <TextField label={waysInWords.pasteName} value={name} onChange={setName} />
      <TextArea label={waysInWords.pasteLabel} isMono rows={10} value={text} onChange={setText} />
    </Ask>
  );
}

const PASTE_NAME = 'pasted.md';

export function LargeDialog({ dialog: { bytes, start, stop }, onClose }: DialogProps<'large'>) {
  return (
    <Ask
      title={waysInWords.largeTitle}
      confirm={waysInWords.largeConfirm}
      cancel={stop && jobsWords.stop}
      onConfirm={start}
      onCancel={stop}
      onClose={onClose}
    >
      <p>{waysInWords.largeText(bytes, LIMITS.askAboveBytes)}</p>
    </Ask>
  );
}

/** Stays until the browser has given the permission to read a folder. */
export function PermissionDialog({ dialog: { name, ask, isRefused }, onClose }: DialogProps<'permission'>) {
  const { title, asking, refused, again } = libraryWords.permission;
  return (
    <Ask title={title(toShortName(name))} confirm={again} onConfirm={() => void ask()} onClose={onClose}>
      <p>{isRefused ? refused : asking}</p>
    </Ask>
  );
}

/** Asks whether to import the pages of an llms-full.txt, the site of an llms.txt, or the file as a text. */
export function LlmsDialog({ dialog, onClose }: DialogProps<'llms'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const { inputs, file, isFull } = dialog;
  const [origin, setOrigin] = useState('');
  const isOrigin = /^https?:\/\/[^/\s]+/i.test(origin.trim()) && URL.canParse(origin.trim());
  useEffect(() => void guessOrigin(file).then(setOrigin, () => undefined), [file]);
  const add = () => {
    const from = isOrigin ? new URL(origin.trim()).origin : '';
    if (isFull) askWhere(app, [{ type: 'llms-full', name: file.name, file, origin: from }], collection);
    else app.state.dialog.set({ type: 'site', url: toLlmsUrl(origin.trim()) });
  };
  return (
    <Ask
      title={isFull ? waysInWords.llmsFullTitle : waysInWords.llmsTitle}
      confirm={isFull ? waysInWords.llmsFullConfirm : words.add.addSite}
      disabled={isFull ? origin.trim() !== '' && !isOrigin : !isOrigin}
      onConfirm={add}
      onClose={onClose}
      others={[[waysInWords.llmsKeep, () => askWhere(app, inputs, collection)]]}
    >
      <p>{isFull ? waysInWords.llmsFullText : waysInWords.llmsText}</p>
      <TextField
        label={waysInWords.llmsOrigin}
        hint={isFull ? waysInWords.llmsFullHint : waysInWords.llmsHint}
        inputMode="url"
        placeholder="https://docs.example.org"
        value={origin}
        onChange={setOrigin}
      />
    </Ask>
  );
}

/** Returns the address of the llms file: sites have them in folders too, so a typed path is its folder. */
function toLlmsUrl(where: string): string {
  const { origin, pathname } = new URL(where);
  return origin + (pathname.endsWith('.txt') ? pathname : `${pathname.replace(/\/+$/, '')}/llms.txt`);
}

/** Asks whether to import the pages that a file of addresses lists, or the file as a text. */
export function AddressListDialog({ dialog, onClose }: DialogProps<'address-list'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const { inputs, addresses } = dialog;
  return (
    <Ask
      title={waysInWords.listTitle}
      confirm={waysInWords.listConfirm}
      onConfirm={() => app.state.dialog.set({ type: 'site', url: addresses })}
      onClose={onClose}
      others={[[waysInWords.listKeep, () => askWhere(app, inputs, collection)]]}
    >
      <p>{waysInWords.listText(readAddresses(addresses).urls.length)}</p>
    </Ask>
  );
}
