import * as look from '../../kit/look.module.css';
import { toKindColour } from '../controls/kind-badge.tsx';
import * as css from './charts.module.css';

export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  /** The formatted value. */
  readonly text: string;
  readonly hint?: string;
  /** Where the name leads. */
  readonly href?: string | undefined;
  /** A file kind, for its colour. */
  readonly kind?: string;
}

/** A bar chart, largest value first. Names and numbers are text, so the list is its own table. */
export function BarList({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const sorted = [...bars].sort((a, b) => b.value - a.value);
  return (
    <ul className={css.bars} aria-label={label}>
      {sorted.map(({ key, name, value, text, hint, href, kind }) => (
        <li key={key} title={hint} style={kind === undefined ? undefined : toKindColour(kind)}>
          {href === undefined ? (
            <span className={css.name}>{name}</span>
          ) : (
            <a className={css.name} href={href}>
              {name}
            </a>
          )}
          <svg className={css.line} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden focusable="false">
            <rect width={Math.max(0.6, (value / most) * 100)} height="8" fill="currentcolor" />
          </svg>
          <span className={`${css.value} ${look.num}`}>{text}</span>
        </li>
      ))}
    </ul>
  );
}
