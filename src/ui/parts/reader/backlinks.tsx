import type { FileLinks } from '../../../model/chunk.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './reader.module.css';
import { ProseLink } from './views/prose-link.tsx';

const MAX_SHOWN = 100;

interface Props {
  readonly collectionId: string;
  readonly backlinks: FileLinks['backlinks'];
}

/** The files that link to the open one. */
export function Backlinks({ collectionId, backlinks }: Props) {
  if (backlinks.length === 0) return null;
  return (
    <nav className={css.backlinks} aria-label={words.reader.mentionedIn}>
      <h3>{words.reader.mentionedInFiles(backlinks.length)}</h3>
      <ul>
        {backlinks.slice(0, MAX_SHOWN).map(({ path, title, line }) => (
          <li key={path}>
            <ProseLink collectionId={collectionId} href={path} path={path} line={line}>
              {toShortName(title ?? path)}
            </ProseLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
