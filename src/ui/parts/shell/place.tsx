import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import * as css from './place.module.css';

interface PlaceProps {
  readonly title: string;
  /** Purpose of the screen. */
  readonly intro?: string;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen with a title that scrolls as a whole. */
export function Place({ title, intro, actions, children }: PlaceProps) {
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

interface Props {
  readonly icon: IconName;
  readonly title?: string;
  readonly text: string;
  /** Actions that help. */
  readonly children?: ReactNode;
}

/** An empty state: names what is missing and how to add it. */
export function Empty({ icon, title, text, children }: Props) {
  return (
    <div className={css.empty}>
      <Icon name={icon} size={28} />
      {title !== undefined && <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </div>
  );
}
