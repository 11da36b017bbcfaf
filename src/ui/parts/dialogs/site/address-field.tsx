import type { KeyboardEvent } from 'react';
import { Button } from '../../../kit/button.tsx';
import { formatCount } from '../../../text/format.ts';
import { words } from '../../../words/words.ts';
import { checkAddresses, leaveOutLines, readAddresses } from './read-site.ts';

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
  const hint = isRepo ? words.repo.recognised : isList ? words.site.listed(urls.length) : words.site.addressHint;
  return (
    <div className="field">
      <label htmlFor="site-url">{words.site.address}</label>
      <textarea
        id="site-url"
        className="input"
        inputMode="url"
        autoComplete="url"
        rows={Math.min(MOST_ROWS, value.split('\n').length)}
        placeholder="https://docs.example.org/"
        value={value}
        readOnly={isFixed}
        aria-invalid={fault !== ''}
        aria-describedby={isFixed ? undefined : 'site-url-hint'}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={submitByEnter}
      />
      {!isFixed && (
        <span
          className={fault === '' ? 'hint' : 'hint bad'}
          id="site-url-hint"
          role={fault === '' ? undefined : 'alert'}
        >
          {fault === '' ? hint : fault}
          {isList && badLines.length > 0 && (
            <>
              {' '}
              <Button
                look="link"
                label={words.site.leaveOut(formatCount(badLines.length), badLines.length)}
                onClick={() => onChange(leaveOutLines(value, badLines))}
              />
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** Longer lists scroll. */
const MOST_ROWS = 8;

/** Submits on Enter, like a one-line field; Shift+Enter starts another line. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
