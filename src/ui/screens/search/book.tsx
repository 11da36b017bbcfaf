import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Engine } from '../../../engine/contract.ts';
import { type Collection, countIndexed } from '../../../model/collection.ts';
import { type ContentsRow, findSummary, listPaths, toContents, toSummary } from '../../../places/contents.ts';
import { toClass } from '../../kit/button.tsx';
import { useIsNarrow } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { loadLater, useLoaded } from '../../kit/use-loaded.ts';
import * as panesCss from '../../parts/controls/controls.module.css';
import { BackButton } from '../../parts/reader/reader-head.tsx';
import { joinChunks } from '../../parts/reader/source-chunks.ts';
import { useApp } from '../../state/context.ts';
import { type Asked, toHash } from '../../state/route.ts';
import { useIsSite } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { libraryWords } from '../../words/library.ts';
import { publishedWords } from '../../words/published.ts';
import { words } from '../../words/words.ts';
import * as css from './book.module.css';

const Reader = loadLater(() => import('../../parts/reader/reader.tsx'), 'Reader');

/** Listing files loads about 80 bytes for each. */
const MAX_FILES = 2_000;

interface Props {
  readonly collection: Collection;
  readonly asked: Asked;
  /** The open page, or a place in it; the first one if there is neither. */
  readonly chunk: string | undefined;
  readonly path: string | undefined;
  readonly line: number | undefined;
}

/** A published collection before a search: its contents, and the open page with its headings. */
export function Book({ collection, asked, chunk, path, line }: Props) {
  const { engine } = useApp().connection;
  const isNarrow = useIsNarrow();
  const { id, start, stats } = collection;
  const isLarge = countIndexed(stats) > MAX_FILES;
  const { value: contents } = useLoaded(() => (isLarge ? undefined : readContents(engine, id)), [engine, id, isLarge]);
  const [showContents, setShowContents] = useState(false);
  const order = useMemo(() => (contents ?? []).flatMap(listPaths), [contents]);
  const open = path ?? (chunk === undefined ? (start ?? order[0]) : undefined);
  const isReading = open !== undefined || chunk !== undefined;
  const isCovered = isNarrow && isReading && !showContents;
  const at = open === undefined ? -1 : order.indexOf(open);
  const titles = useMemo(() => toTitles(contents ?? []), [contents]);
  const toFile = (to: string) => toHash({ place: 'search', collectionId: id, path: to, query: '' });
  const steps = [
    { rel: 'prev', label: publishedWords.previous, to: order[at - 1] },
    { rel: 'next', label: publishedWords.next, to: at < 0 ? undefined : order[at + 1] },
  ];
  const end = (
    <nav className={css.steps} aria-label={publishedWords.steps}>
      {steps.map(
        ({ rel, label, to }) =>
          to !== undefined && (
            <a key={rel} rel={rel} href={toFile(to)}>
              <span className={look.note}>{label}</span>
              {toShortName(titles.get(to) ?? to, 200)}
            </a>
          ),
      )}
    </nav>
  );
  return (
    <div className={toClass(panesCss.panes, css.book, (isReading || !isLarge) && css.open)}>
      {isCovered && <h1 className={look.srOnly}>{toShortName(collection.name, 200)}</h1>}
      {!isCovered && (
        <div className={toClass(panesCss.pane, css.side)}>
          {isNarrow && isReading && <BackButton onClose={() => setShowContents(false)} />}
          <Front collection={collection} />
          <nav
            className={css.contents}
            aria-label={publishedWords.contents}
            onClickCapture={() => setShowContents(false)}
          >
            {isLarge && (
              <a href={toHash({ place: 'files', collectionId: id })}>{publishedWords.allFiles(countIndexed(stats))}</a>
            )}
            {contents !== undefined && <ContentsList rows={contents} open={open} toFile={toFile} />}
          </nav>
          {!collection.readingOnly && (
            <p className={look.small}>
              <a href={toHash({ place: 'export', collectionId: id })}>{publishedWords.keep}</a>
            </p>
          )}
        </div>
      )}
      {isReading && (isCovered || !isNarrow) && (
        <div className={panesCss.pane}>
          <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
            <Reader
              collection={collection}
              idOrRef={chunk}
              path={open}
              line={line}
              asked={asked}
              book={{ end, back: publishedWords.contents }}
              onClose={() => setShowContents(true)}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** The publisher's words. The top bar of a site has its name. */
function Front({ collection: { name, description } }: { readonly collection: Collection }) {
  const isSite = useIsSite();
  return (
    <>
      <h1 className={isSite ? look.srOnly : look.name}>{toShortName(name, 200)}</h1>
      {description !== undefined && <p className={look.soft}>{toShortName(description, 1_000)}</p>}
      {!isSite && <p className={look.notice}>{libraryWords.published}</p>}
    </>
  );
}

/** The list of chapters of a book takes a few more requests. */
async function readContents(engine: Engine, id: string): Promise<readonly ContentsRow[]> {
  const files = (await engine.listFiles(id)).filter(({ chunkCount }) => chunkCount > 0);
  const path = findSummary(files.map((file) => file.path));
  if (path === undefined) return toContents(files);
  const [file, { links }] = await Promise.all([engine.readFile(id, path), engine.listLinks(id, path)]);
  const targets = new Map(links.map((link) => [link.target, link.path]));
  const text = joinChunks(file?.chunks ?? []).text;
  return toContents(files, await toSummary({ path, text, find: (target) => targets.get(target) }, files));
}

function toTitles(rows: readonly ContentsRow[]): Map<string | undefined, string> {
  return new Map(rows.flatMap(({ title, path, children }) => [[path, title] as const, ...toTitles(children)]));
}

interface ListProps {
  readonly rows: readonly ContentsRow[];
  /** Path of the open page. */
  readonly open: string | undefined;
  readonly toFile: (path: string) => string;
}

function ContentsList({ rows, open, toFile }: ListProps) {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (open !== undefined) current.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <ul>
      {rows.map(({ title, path, children }) => (
        <li key={path ?? `${title}/${children[0]?.path}`}>
          {path === undefined ? (
            <span className={look.soft}>{toShortName(title, 200)}</span>
          ) : (
            <a
              ref={path === open ? current : undefined}
              href={toFile(path)}
              aria-current={path === open ? 'page' : undefined}
            >
              {toShortName(title, 200)}
            </a>
          )}
          {children.length > 0 && <ContentsList rows={children} open={open} toFile={toFile} />}
        </li>
      ))}
    </ul>
  );
}
