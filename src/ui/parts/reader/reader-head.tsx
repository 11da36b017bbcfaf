import type { ReactNode } from 'react';
import type { ChunkAnswer } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { type Asked, toHash } from '../../state/route.ts';
import { toWhere } from '../../text/describe.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { KindBadge } from '../controls/kind-badge.tsx';
import { MiddleText } from '../controls/middle-text.tsx';
import { BackButton } from './back-button.tsx';
import * as css from './reader.module.css';
import { toTitle } from './reader-actions.tsx';

interface Props {
  readonly answer: ChunkAnswer;
  readonly collection: Collection;
  readonly asked: Asked;
  readonly onClose: (() => void) | undefined;
  /** Actions. */
  readonly children: ReactNode;
}

export function ReaderHead({ answer: { chunk }, collection, asked, onClose, children }: Props) {
  return (
    <div className={css.head}>
      {onClose !== undefined && <BackButton onClose={onClose} />}
      <div className={css.name}>
        <div className={css.where}>
          <KindBadge kind={chunk.kind} path={chunk.path} language={chunk.language} />
          <a
            className={css.path}
            href={toHash({ place: 'files', collectionId: collection.id, path: chunk.path })}
            title={words.reader.showInFiles}
          >
            <MiddleText text={chunk.path} />
          </a>
          {asked.scope === 'all' && <span className={css.figure}>{toShortName(collection.name, 60)}</span>}
          <span className={css.figure}>
            {toWhere(chunk, [chunk.start_line, chunk.end_line])} · {words.count.tokensShort(chunk.token_estimate)}
          </span>
        </div>
        <h2>{toTitle(chunk)}</h2>
      </div>
      <div className={css.actions}>{children}</div>
    </div>
  );
}
