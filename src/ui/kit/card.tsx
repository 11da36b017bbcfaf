import type { ReactNode } from 'react';
import { toClass } from './button.tsx';

interface Props {
  readonly title: string;
  readonly text?: ReactNode;
  /** A button at the end of the card. */
  readonly action?: ReactNode;
  readonly isPrimary?: boolean | undefined;
  readonly children?: ReactNode;
}

/** A region with a heading, a sentence, its contents and an action. */
export function Card({ title, text, action, isPrimary, children }: Props) {
  return (
    <section className={toClass('card', isPrimary && 'chosen')} aria-label={title}>
      <div className="stack card-body">
        <h2>{title}</h2>
        {text !== undefined && <p className="soft">{text}</p>}
        {children}
      </div>
      {action !== undefined && <div>{action}</div>}
    </section>
  );
}
