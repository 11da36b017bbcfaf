import { LIMITS } from '../../../model/limits.ts';
import { Ask } from '../../kit/ask.tsx';
import { readInputs } from '../../state/actions/add-inputs.ts';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';
import type { DialogProps } from './dialog-props.ts';

export function LargeDialog({ dialog, onClose }: DialogProps<'large'>) {
  const app = useApp();
  const go = () => void readInputs(app, dialog.inputs, dialog.collectionId);
  return (
    <Ask title={words.add.largeTitle} go={words.add.largeGo} onGo={go} onClose={onClose}>
      <p>{words.add.largeText(dialog.bytes, LIMITS.askAboveBytes)}</p>
    </Ask>
  );
}

/** Asks about a large folder during the import, because only the scan finds its size. */
export function LargeJobDialog({ dialog, onClose }: DialogProps<'large-job'>) {
  const app = useApp();
  return (
    <Ask
      title={words.add.largeTitle}
      go={words.add.largeGo}
      cancel={words.jobs.stop}
      onGo={() => undefined}
      onCancel={() => void app.connection.engine.cancel(dialog.jobId).catch(app.state.report)}
      onClose={onClose}
    >
      <p>{words.add.largeText(dialog.bytes, LIMITS.askAboveBytes)}</p>
    </Ask>
  );
}
