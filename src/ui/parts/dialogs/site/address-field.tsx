import type { KeyboardEvent } from 'react';
import { Button } from '../../../kit/button.tsx';
import { TextArea } from '../../../kit/field.tsx';
import * as look from '../../../kit/look.module.css';
import { formatCount } from '../../../text/format.ts';
import { repoWords, siteWords } from '../../../words/site.ts';
import { checkAddresses, readAddresses, removeLines } from './read-site.ts';

interface Props {
  readonly value: string;
  readonly isFixed: boolean;
  /** Shows problems after a submit; a list of several lines shows them while typing. */
  readonly isChecked: boolean;
  readonly isRepo: boolean;
  readonly onChange: (value: string) => void;
}

/** A field for one address, or several on separate lines. */
export function AddressField({ value, isFixed, isChecked, isRepo, onChange }: Props) {
  const isList = value.trim().includes('\n');
  const fault = isRepo || !(isChecked || isList) ? '' : checkAddresses(value);
  const { urls, badLines } = readAddresses(value);
  const hint = isRepo ? repoWords.recognised : isList ? siteWords.listed(urls.length) : siteWords.addressHint;
  const canDrop = isList && badLines.length > 0;
  return (
    <>
      <TextArea
        label={siteWords.address}
        hint={isFixed ? undefined : hint}
        problem={isFixed ? undefined : fault}
        inputMode="url"
        autoComplete="url"
        rows={Math.min(MAX_ROWS, value.split('\n').length)}
        placeholder="https://docs.example.org/"
        value={value}
        readOnly={isFixed}
        onChange={onChange}
        onKeyDown={submitByEnter}
      />
      {canDrop && !isFixed && (
        <p className={look.hint}>
          <Button
            look="link"
            label={siteWords.removeLines(formatCount(badLines.length), badLines.length)}
            onClick={() => onChange(removeLines(value, badLines))}
          />
        </p>
      )}
    </>
  );
}

/** Longer lists scroll. */
const MAX_ROWS = 8;

/** Submits on Enter, like a one-line field; Shift+Enter starts another line. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
