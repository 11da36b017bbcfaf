import { Ask } from '../../kit/dialog.tsx';
import * as look from '../../kit/look.module.css';
import { toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import type { DialogProps } from './dialog-props.ts';

export function LeaveDialog({ dialog: { url }, onClose }: DialogProps<'leave'>) {
  const go = () => void window.open(url, '_blank', 'noopener,noreferrer');
  return (
    <Ask title={words.reader.leaveTitle} go={words.reader.leaveGo} onGo={go} onClose={onClose}>
      <p>{words.reader.leaveText}</p>
      <p className={`${look.mono} ${look.name}`}>{toVisibleName(url)}</p>
    </Ask>
  );
}
