import type { Engine } from '../../../../engine/contract.ts';
import { type Collection, countIndexed } from '../../../../model/collection.ts';
import { type ContentsRow, findSummary, toContents } from '../../../../model/outputs/contents.ts';
import { ButtonLink } from '../../../kit/button.tsx';
import * as look from '../../../kit/look.module.css';
import { useLoaded } from '../../../kit/use-loaded.ts';
import * as panesCss from '../../../parts/controls/panes.module.css';
import { joinChunks } from '../../../parts/reader/source-chunks.ts';
import { useApp } from '../../../state/context.ts';
import { toHash, useRoute } from '../../../state/route.ts';
import { useIsSite } from '../../../state/use-current-collection.ts';
import { toShortName } from '../../../text/visible-text.ts';
import { publishedWords } from '../../../words/published.ts';
import { words } from '../../../words/words.ts';
import * as overviewCss from '../overview.module.css';

/** Listing files loads about 80 bytes for each. */
const MAX_FILES = 2_000;

/** The first screen of a published collection: its publisher's words and a table of contents. */
export function PublishedOverview({ collection }: { readonly collection: Collection }) {
  const { engine } = useApp().connection;
  const isSite = useIsSite();
  const { id, name, description, start, stats } = collection;
  const files = countIndexed(stats);
  const isLarge = files > MAX_FILES;
  const { value: contents } = useLoaded(() => (isLarge ? undefined : readContents(engine, id)), [engine, id, isLarge]);
  const toFile = (path: string) => toHash({ place: 'search', collectionId: id, path, query: '' });
  return (
    <div className={panesCss.pane}>
      <div className={overviewCss.overview}>
        <div className={look.stack}>
          <h1 className={look.name}>{toShortName(name, 200)}</h1>
          {description !== undefined && <p className={look.soft}>{toShortName(description, 1_000)}</p>}
          {!isSite && <p className={look.notice}>{words.library.published}</p>}
        </div>
        {start !== undefined && (
          <p>
            <ButtonLink look="primary" label={publishedWords.start} href={toFile(start)} />
          </p>
        )}
        <nav className={`${overviewCss.contents} ${look.stack}`} aria-label={publishedWords.contents}>
          <h2>{publishedWords.contents}</h2>
          {isLarge && <a href={toHash({ place: 'files', collectionId: id })}>{publishedWords.allFiles(files)}</a>}
          {contents !== undefined && <ContentsList rows={contents} toFile={toFile} />}
        </nav>
        <p className={look.small}>
          <a href={toHash({ place: 'export', collectionId: id })}>{publishedWords.keep}</a>
        </p>
      </div>
    </div>
  );
}

/** The list of chapters of a book takes a few more requests. */
async function readContents(engine: Engine, id: string): Promise<readonly ContentsRow[]> {
  const files = (await engine.listFiles(id)).filter(({ chunk_count }) => chunk_count > 0);
  const path = findSummary(files.map((file) => file.path));
  if (path === undefined) return toContents(files);
  const [file, { links }] = await Promise.all([engine.readFile(id, path), engine.listLinks(id, path)]);
  const targets = new Map(links.map((link) => [link.target, link.path]));
  const text = joinChunks(file?.chunks ?? []).text;
  return toContents(files, { path, text, find: (target) => targets.get(target) });
}

interface ListProps {
  readonly rows: readonly ContentsRow[];
  readonly toFile: (path: string) => string;
}

function ContentsList({ rows, toFile }: ListProps) {
  const route = useRoute();
  const open = 'path' in route ? route.path : undefined;
  return (
    <ul>
      {rows.map(({ title, path, children }) => (
        <li key={path ?? `${title}/${children[0]?.path}`}>
          {path === undefined ? (
            <span className={look.soft}>{toShortName(title, 200)}</span>
          ) : (
            <a href={toFile(path)} aria-current={path === open ? 'true' : undefined}>
              {toShortName(title, 200)}
            </a>
          )}
          {children.length > 0 && <ContentsList rows={children} toFile={toFile} />}
        </li>
      ))}
    </ul>
  );
}
