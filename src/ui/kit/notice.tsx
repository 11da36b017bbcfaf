import { useApp } from '../state/context.ts';
import { Button } from './button.tsx';
import * as look from './look.module.css';

interface Props {
  readonly look?: string;
  readonly title?: string;
  readonly text: string;
  /** Label of the button. */
  readonly go?: string;
  readonly onGo?: () => Promise<unknown>;
}

/** A message above the screen, with the action that helps. */
export function Notice({ look: className = look.notice, title, text, go, onGo }: Props) {
  const { report } = useApp().state;
  return (
    <div className={className} role="status">
      {title !== undefined && <strong>{title}</strong>}
      <span>{text}</span>
      {go !== undefined && <Button label={go} onClick={() => void onGo?.().catch(report)} />}
    </div>
  );
}
