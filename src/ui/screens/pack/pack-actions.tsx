import type { PackAnswer } from '../../../engine/contract.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { copyText } from '../../state/actions/copy-text.ts';
import { saveBlob } from '../../state/actions/save-blob.ts';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';
import * as css from './pack.module.css';

interface Props {
  readonly answer: PackAnswer | undefined;
  /** Name of the file it is saved as. */
  readonly name: string;
  readonly showsMore: boolean;
  readonly onMore: () => void;
}

export function PackActions({ answer, name, showsMore, onMore }: Props) {
  const app = useApp();
  const text = answer !== undefined && answer.items.length > 0 ? answer.text : undefined;
  return (
    <div className={css.actions}>
      <Button
        className={css.more}
        aria-expanded={showsMore}
        aria-controls={showsMore ? 'pack-options' : undefined}
        onClick={onMore}
      >
        {words.pack.more}
        <Icon name="down" size={16} />
      </Button>
      <Button
        look="primary"
        label={words.pack.copyPack}
        disabled={text === undefined}
        onClick={() => text !== undefined && void copyText(app, text, words.pack.copied)}
      />
      <Button
        label={words.common.download}
        disabled={text === undefined}
        onClick={() => text !== undefined && saveBlob(new Blob([text], { type: 'text/plain' }), name)}
      />
      {typeof navigator.share === 'function' && text !== undefined && (
        <Button label={words.pack.share} onClick={() => void share(text, name).catch(app.state.report)} />
      )}
    </div>
  );
}

async function share(text: string, title: string): Promise<void> {
  await navigator.share({ title, text }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
}
