import type { ReactNode } from 'react';

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
      {intro !== undefined && <p className="soft">{intro}</p>}
    </div>
  );
  return (
    <div className="place">
      <div className="place-inner">
        {actions === undefined ? (
          head
        ) : (
          <div className="place-head">
            {head}
            {actions}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
