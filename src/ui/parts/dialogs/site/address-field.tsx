import type { KeyboardEvent } from 'react';
import { formatCount } from '../../../text/format.ts';
import { words } from '../../../words/words.ts';
import { checkAddresses, leaveOutLines, readAddresses } from './read-site.ts';

interface Props {
  readonly value: string;
  readonly isFixed: boolean;
  /** Says what is wrong; a list of several lines says it anyway, as it is typed. */
  readonly isChecked: boolean;
  readonly isRepo: boolean;
  readonly onChange: (value: string) => void;
}

/** One address, or several with a line each. */
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
              <button type="button" className="link-button" onClick={() => onChange(leaveOutLines(value, badLines))}>
                {words.site.leaveOut(formatCount(badLines.length), badLines.length)}
              </button>
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** A list is scrolled beyond this. */
const MOST_ROWS = 8;

/** As in a field of one line; with Shift another line begins. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
