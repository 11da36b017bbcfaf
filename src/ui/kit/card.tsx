import type { ReactNode } from 'react';
import { toClass } from './button.tsx';
import * as css from './card.module.css';
import * as look from './look.module.css';

interface Props {
  readonly title: string;
  readonly text?: ReactNode;
  /** A button at the end of the card. */
  readonly action?: ReactNode;
  readonly isPrimary?: boolean;
  readonly children?: ReactNode;
}

/** A region with a heading, a sentence, its contents and an action. */
export function Card({ title, text, action, isPrimary, children }: Props) {
  return (
    <section className={toClass(css.card, isPrimary && css.chosen)} aria-label={title}>
      <div className={`${look.stack} ${css.body}`}>
        <h2>{title}</h2>
        {text !== undefined && <p className={look.soft}>{text}</p>}
        {children}
      </div>
      {action !== undefined && <div>{action}</div>}
    </section>
  );
}
