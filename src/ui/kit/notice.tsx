import { useApp } from '../state/context.ts';
import { Button } from './button.tsx';
import * as look from './look.module.css';

interface Props {
  readonly look?: string;
  readonly title?: string;
  readonly text: string;
  /** Label of the button. */
  readonly action?: string;
  readonly onAction?: () => Promise<unknown>;
}

/** A message above the screen, with the action that helps. */
export function Notice({ look: className = look.notice, title, text, action, onAction }: Props) {
  const { report } = useApp().state;
  return (
    <div className={className} role="status">
      {title !== undefined && <strong>{title}</strong>}
      <span>{text}</span>
      {action !== undefined && <Button label={action} onClick={() => void onAction?.().catch(report)} />}
    </div>
  );
}
