import { type ReactNode, type RefObject, useEffect } from 'react';
import type { ChunkAnswer } from '../../../engine/contract.ts';
import { toBaseName } from '../../../lib/base-name.ts';
import type { Chunk, FileRow } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { isCodeKind } from '../../../model/kind.ts';
import type { PickedChunk } from '../../../model/outputs/selection.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { copyText } from '../../state/actions/copy-and-save.ts';
import { useApp } from '../../state/context.ts';
import { listAdded, togglePick } from '../../state/pack.ts';
import { type Asked, toHash, useRoute } from '../../state/route.ts';
import { useIsSite } from '../../state/use-current-collection.ts';
import { useSelections } from '../../state/use-selections.ts';
import { toWhere } from '../../text/to-where.ts';
import { toShortName } from '../../text/visible-text.ts';
import { readerWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { KindBadge } from '../controls/kind-badge.tsx';
import { MiddleText } from '../controls/middle-text.tsx';
import { readSelection, toChunkMarkdown } from './chunk-markdown.ts';
import * as css from './reader.module.css';

interface ReaderHeadProps {
  readonly answer: ChunkAnswer;
  readonly collection: Collection;
  readonly asked: Asked;
  readonly onClose: (() => void) | undefined;
  /** Actions. */
  readonly children: ReactNode;
}

export function ReaderHead({ answer: { chunk, file }, collection, asked, onClose, children }: ReaderHeadProps) {
  return (
    <div className={css.head}>
      {onClose !== undefined && <BackButton onClose={onClose} />}
      <div className={css.name}>
        <div className={css.where}>
          <KindBadge kind={chunk.kind} path={chunk.path} language={chunk.language} />
          <a
            className={css.path}
            href={toHash({ place: 'files', collectionId: collection.id, path: chunk.path })}
            title={readerWords.showInFiles}
          >
            <MiddleText text={chunk.path} />
          </a>
          {asked.scope !== undefined && <span className={css.figure}>{toShortName(collection.name, 60)}</span>}
          <span className={css.figure}>
            {toWhere(chunk, [chunk.startLine, chunk.endLine])} · {words.count.tokensShort(chunk.tokenEstimate)}
          </span>
        </div>
        <h2 dir="auto">{toTitle(chunk, file.title)}</h2>
      </div>
      <div className={css.actions}>{children}</div>
    </div>
  );
}

/** The tab of a published site names the open page. */
export function useTabTitle({ path, title: own }: FileRow): void {
  const title = own || toBaseName(path);
  const isSite = useIsSite();
  useEffect(() => {
    if (!isSite) return;
    const siteTitle = document.title;
    document.title = `${title} · ${siteTitle}`;
    return () => {
      document.title = siteTitle;
    };
  }, [isSite, title]);
}

/** For narrow screens, where the reader covers the list. */
export function BackButton({ onClose, label }: { readonly onClose: () => void; readonly label?: string | undefined }) {
  const route = useRoute();
  return (
    <Button look="quiet" onClick={onClose}>
      <Icon name="back" size={18} />
      {label ?? ('query' in route && route.query !== '' ? readerWords.backToResults : readerWords.back)}
    </Button>
  );
}

interface Props {
  readonly answer: ChunkAnswer;
  /** All chunks of the file. */
  readonly chunks: readonly Chunk[];
  readonly collection: Collection;
  readonly asked: Asked;
  readonly body: RefObject<HTMLElement | null>;
}

export function ReaderActions({ answer, chunks, collection, asked, body }: Props) {
  const app = useApp();
  const { elements, choices, toasts } = app.state;
  const { chunk, file } = answer;
  const isIn = listAdded(useSelections(collection.id)).some(({ id }) => id === chunk.id);
  const toggle = () => {
    togglePick(choices, collection, { pick: toPick(chunk), isIn });
    toasts.show(isIn ? readerWords.removed : readerWords.added);
  };
  const copy = () => {
    const selected = body.current === null ? undefined : readSelection(body.current, chunks);
    const done = selected === undefined ? readerWords.chunkCopied : readerWords.selectionCopied;
    void copyText(app, toChunkMarkdown(chunk, file, collection.name, selected), done);
  };
  const copyLink = () =>
    void copyText(app, `${location.href.split('#')[0]}${toLink(chunk, collection, asked)}`, readerWords.linkCopied);
  return (
    <>
      <Button label={readerWords.copyWithSource} ref={elements.copyChunk} onClick={copy} />
      <IconButton
        icon="link"
        label={readerWords.copyLink}
        look="plain"
        title={readerWords.copyLink}
        onClick={copyLink}
      />
      {!collection.readingOnly && (
        <Button
          look={isIn ? 'plain' : 'primary'}
          icon={isIn ? 'check' : undefined}
          label={isIn ? readerWords.inPack : readerWords.addToPack}
          ref={elements.addToPack}
          aria-pressed={isIn}
          onClick={toggle}
        />
      )}
    </>
  );
}

export function toPick(chunk: Chunk): PickedChunk {
  const { id, path, tokenEstimate: tokens, contentHash } = chunk;
  return { id, path, label: toTitle(chunk), tokens, content_hash: contentHash };
}

/** `fileTitle`: from the front matter of a note, which need not be one of its headings. */
function toTitle(chunk: Chunk, fileTitle?: string): string {
  const { headingPath, symbol } = chunk;
  const isNamed = fileTitle === undefined || isCodeKind(chunk.kind) || headingPath.includes(fileTitle);
  const headings = isNamed ? headingPath : [fileTitle, ...headingPath];
  const crumbs = [...headings.slice(-2), ...(symbol === undefined ? [] : [symbol])];
  return toShortName(crumbs.join(' › ') || chunk.address || chunk.path.split('/').at(-1) || chunk.slug, 300);
}

function toLink(chunk: Chunk, collection: Collection, asked: Asked): string {
  const { shortId, path, startLine } = chunk;
  return toHash({ place: 'search', collectionId: collection.id, chunk: shortId, path, line: startLine, ...asked });
}
