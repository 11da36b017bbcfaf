import type { FileWithoutText } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { useIsNarrow } from '../../parts/controls/use-media.ts';
import * as css from '../../parts/reader/reader.module.css';
import { SaveOriginal } from '../../parts/reader/reader-foot.tsx';
import { BackButton } from '../../parts/reader/reader-head.tsx';
import { formatBytes } from '../../text/format.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly file: FileWithoutText;
  readonly collection: Collection;
  readonly onClose: () => void;
}

/** Shown instead of the reader for a file without readable text. */
export function WithoutText({ file, collection, onClose }: Props) {
  const isScan = file.reason === 'empty' && file.path.toLowerCase().endsWith('.pdf');
  const isNarrow = useIsNarrow();
  return (
    <section className={css.reader} aria-label={words.reader.label}>
      <div className={css.head}>
        {isNarrow && <BackButton onClose={onClose} />}
        <div className={css.where}>
          <MiddleText text={file.path} max={96} tail={20} />
          <span className={css.figure}>{formatBytes(file.bytes)}</span>
        </div>
      </div>
      <div className="loading">
        <p>{isScan ? words.files.scan : words.files.noText(file.reason)}</p>
        {isScan && <SaveOriginal file={file} collection={collection} />}
      </div>
    </section>
  );
}
