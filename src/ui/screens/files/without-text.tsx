import type { FileWithoutText } from '../../../model/chunk.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { useIsNarrow } from '../../parts/controls/use-media.ts';
import { BackButton } from '../../parts/reader/back-button.tsx';
import { formatBytes } from '../../text/format.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly file: FileWithoutText;
  readonly onClose: () => void;
}

/** Shown instead of the reader for a file without readable text. */
export function WithoutText({ file, onClose }: Props) {
  const isNarrow = useIsNarrow();
  return (
    <section className="reader" aria-label={words.reader.label}>
      <div className="reader-head">
        {isNarrow && <BackButton onClose={onClose} />}
        <div className="reader-where">
          <MiddleText text={file.path} max={96} tail={20} />
          <span className="faint">{formatBytes(file.bytes)}</span>
        </div>
      </div>
      <p className="loading">{words.files.noText(file.reason)}</p>
    </section>
  );
}
