import { Button } from '../../kit/button.tsx';
import { searchWords } from '../../words/search.ts';
import * as css from './controls.module.css';

const GLYPHS = { case: 'Aa', word: 'abc', regex: '.*' } as const;

interface Props<K extends keyof typeof GLYPHS> {
  readonly label: string;
  readonly keys: readonly K[];
  readonly chosen: Readonly<Partial<Record<K, boolean>>>;
  readonly onChange: (chosen: Readonly<Partial<Record<K, boolean>>>) => void;
}

/** Toggles for how exactly a text is searched. */
export function ExactToggles<K extends keyof typeof GLYPHS>({ label, keys, chosen, onChange }: Props<K>) {
  return (
    <fieldset className={css.toggles} aria-label={label}>
      {keys.map((key) => (
        <Button
          key={key}
          look="quiet"
          label={GLYPHS[key]}
          aria-label={searchWords.exact[key]}
          title={searchWords.exact[key]}
          aria-pressed={chosen[key] === true}
          onClick={() => onChange({ ...chosen, [key]: chosen[key] !== true })}
        />
      ))}
    </fieldset>
  );
}
