import { LIMITS } from '../../../model/limits.ts';
import { Ask } from '../../kit/dialog.tsx';
import { words } from '../../words/words.ts';
import type { DialogProps } from './dialog-props.ts';

export function LargeDialog({ dialog: { bytes, start, stop }, onClose }: DialogProps<'large'>) {
  return (
    <Ask
      title={words.add.largeTitle}
      go={words.add.largeGo}
      cancel={stop && words.jobs.stop}
      onGo={start}
      onCancel={stop}
      onClose={onClose}
    >
      <p>{words.add.largeText(bytes, LIMITS.askAboveBytes)}</p>
    </Ask>
  );
}
