import { useEffect, useState } from 'react';
import { guessOrigin } from '../../../inputs/find-llms-file.ts';
import { Ask } from '../../../kit/dialog.tsx';
import { TextField } from '../../../kit/field.tsx';
import { askWhere } from '../../../state/actions/add-inputs.ts';
import { useApp } from '../../../state/context.ts';
import { useCurrentCollection } from '../../../state/use-current-collection.ts';
import { words } from '../../../words/words.ts';
import type { DialogProps } from '../dialog-props.ts';

/** Asks whether to import the pages of an llms-full.txt, the site of an llms.txt, or the file as a text. */
export function LlmsDialog({ dialog, onClose }: DialogProps<'llms'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const { inputs, file, isFull } = dialog;
  const [origin, setOrigin] = useState('');
  const isOrigin = /^https?:\/\/[^/\s]+/i.test(origin.trim()) && URL.canParse(origin.trim());
  useEffect(() => void guessOrigin(file).then(setOrigin, () => undefined), [file]);
  const go = () => {
    const from = isOrigin ? new URL(origin.trim()).origin : '';
    if (isFull) askWhere(app, [{ type: 'llms-full', name: file.name, file, origin: from }], collection);
    else app.state.dialog.set({ type: 'site', url: toLlmsUrl(origin.trim()) });
  };
  return (
    <Ask
      title={isFull ? words.add.llmsFullTitle : words.add.llmsTitle}
      go={isFull ? words.add.llmsFullGo : words.add.addSite}
      disabled={isFull ? origin.trim() !== '' && !isOrigin : !isOrigin}
      onGo={go}
      onClose={onClose}
      others={[[words.add.llmsKeep, () => askWhere(app, inputs, collection)]]}
    >
      <p>{isFull ? words.add.llmsFullText : words.add.llmsText}</p>
      <TextField
        label={words.add.llmsOrigin}
        hint={isFull ? words.add.llmsFullHint : words.add.llmsHint}
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
