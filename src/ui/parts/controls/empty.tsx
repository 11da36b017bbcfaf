import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../kit/icon.tsx';
import * as css from './empty.module.css';

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
