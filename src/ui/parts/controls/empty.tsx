import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  readonly icon: IconName;
  readonly title?: string;
  readonly text: string;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** An empty place: says what would be here and how to get it here. */
export function Empty({ icon, title, text, children }: Props) {
  return (
    <div className="empty">
      <Icon name={icon} size={28} />
      {title !== undefined && <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </div>
  );
}
