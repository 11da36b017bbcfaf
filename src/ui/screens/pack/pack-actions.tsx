import type { PackAnswer } from '../../../engine/contract.ts';
import { Icon } from '../../parts/controls/icon.tsx';
import { copyText } from '../../state/actions/copy-text.ts';
import { report } from '../../state/actions/report.ts';
import { saveBlob } from '../../state/actions/save-blob.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly answer: PackAnswer | undefined;
  /** Name of the file it is saved as. */
  readonly name: string;
  readonly showsMore: boolean;
  readonly onMore: () => void;
}

export function PackActions({ answer, name, showsMore, onMore }: Props) {
  const text = answer !== undefined && answer.items.length > 0 ? answer.text : undefined;
  return (
    <div className="pack-actions">
      <button
        type="button"
        className="button pack-more"
        aria-expanded={showsMore}
        aria-controls={showsMore ? 'pack-options' : undefined}
        onClick={onMore}
      >
        {words.pack.more}
        <Icon name="down" size={16} />
      </button>
      <button
        type="button"
        className="button primary"
        disabled={text === undefined}
        onClick={() => text !== undefined && void copyText(text, words.pack.copied)}
      >
        {words.pack.copyPack}
      </button>
      <button
        type="button"
        className="button"
        disabled={text === undefined}
        onClick={() => text !== undefined && saveBlob(new Blob([text], { type: 'text/plain' }), name)}
      >
        {words.pack.download}
      </button>
      {typeof navigator.share === 'function' && text !== undefined && (
        <button type="button" className="button" onClick={() => void share(text, name)}>
          {words.pack.share}
        </button>
      )}
    </div>
  );
}

async function share(text: string, title: string): Promise<void> {
  await navigator.share({ title, text }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) report(error);
  });
}
