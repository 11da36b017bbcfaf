import type { ReactNode } from 'react';
import * as look from '../../kit/look.module.css';
import * as css from './place.module.css';

interface Props {
  readonly title: string;
  /** Purpose of the screen. */
  readonly intro?: string;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen with a title that scrolls as a whole. */
export function Place({ title, intro, actions, children }: Props) {
  const head = (
    <div>
      <h1>{title}</h1>
      {intro !== undefined && <p className={look.soft}>{intro}</p>}
    </div>
  );
  return (
    <div className={css.place}>
      <div className={css.inner}>
        {actions === undefined ? (
          head
        ) : (
          <div className={css.head}>
            {head}
            {actions}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
