import * as fieldCss from '../../kit/field.module.css';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { words } from '../../words/words.ts';
import { ExactToggles } from '../controls/exact-toggles.tsx';
import * as css from './reader.module.css';
import type { Find } from './use-find.ts';

const HOW = ['case', 'word', 'regex'] as const;

/** Find in file: Enter goes to the next match, Shift+Enter to the previous one. */
export function FindBar({ find }: { readonly find: Find }) {
  return (
    <span className={css.find}>
      <Icon name="search" size={14} />
      <input
        type="search"
        className={fieldCss.input}
        aria-label={words.reader.find}
        placeholder={words.reader.find}
        autoComplete="off"
        spellCheck={false}
        value={find.text}
        onChange={(event) => find.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find.go(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape' && find.text !== '') find.setText('');
          else return;
          event.preventDefault();
        }}
      />
      <ExactToggles label={words.reader.findHow} keys={HOW} chosen={find.how} onChange={find.setHow} />
      {find.text !== '' && (
        <span className={look.aside} role="status">
          {find.pattern === undefined ? words.reader.badPattern : words.reader.findCount(find.at, find.count)}
        </span>
      )}
    </span>
  );
}
