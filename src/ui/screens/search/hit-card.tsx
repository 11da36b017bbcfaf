import { Fragment, type RefObject } from 'react';
import { findSecondary, type Secondary } from '../../../kinds/secondary.ts';
import type { Hit, Ranges } from '../../../model/hit.ts';
import { isCodeKind } from '../../../model/kind.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { KindBadge } from '../../parts/controls/kind-badge.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { type Asked, navigate, navigateTyped, type SearchRoute, toHash } from '../../state/route.ts';
import { toWhere } from '../../text/to-where.ts';
import { toShortName, toVisibleName } from '../../text/visible-text.ts';
import { readerWords, searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import * as css from './hit-card.module.css';

/** A hit with its title, position and text; the last hit of a file shows how many more it has. */
export function HitCard(props: HitProps) {
  const { hit, collectionId, collectionName, asked, isOpen, isMixed, activeRef, onFocus, onMore, pack } = props;
  const { title, crumbs } = toHitTitle(hit);
  const mark = toHitMark(hit, isMixed);
  const where = toWhere(hit, hit.lines);
  const isAddress = hit.kind === 'document' && hit.address !== undefined;
  return (
    <>
      <a
        className={`${look.sheet} ${css.hit}`}
        href={toHash(toHitRoute(collectionId, hit, asked))}
        ref={activeRef}
        onFocus={onFocus}
        tabIndex={activeRef ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        title={hit.why.map(({ term, field, how }) => `${term}: ${field}, ${how}`).join('\n')}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          openHit(collectionId, hit, asked, { replace: false });
        }}
      >
        <span className={pack === undefined ? css.head : `${css.head} ${css.withAdd}`}>
          <KindBadge kind={hit.kind} path={hit.path} language={hit.language} />
          <span className={css.name}>
            <span className={`${look.cut} ${css.title}`}>{toShortName(title, 200)}</span>
            <span className={`${look.cut} ${css.crumbs}`}>
              <bdi>{crumbs.map((crumb) => ` › ${toShortName(crumb, 120)}`).join('')}</bdi>
            </span>
          </span>
          {mark !== undefined && (
            <span className={css.mark} data-mark={mark}>
              {searchWords.marks[mark]}
            </span>
          )}
        </span>
        <span className={hit.folded === undefined ? css.where : `${css.where} ${css.withMore}`}>
          {collectionName !== undefined && <span className={look.origin}>{toShortName(collectionName, 40)}</span>}
          <MiddleText text={hit.path} />
          <span
            className={isAddress ? `${css.lines} ${look.cut} ${css.address}` : css.lines}
            title={isAddress ? where : undefined}
          >
            {toShortName(where, 200)}
          </span>
          {hit.copies !== undefined && <span className={css.tokens}>{searchWords.copies(hit.copies)}</span>}
          {hit.folded === undefined && <span className={css.tokens}>{words.count.tokensShort(hit.tokenEstimate)}</span>}
        </span>
        <span className={css.snippet}>
          <MarkedText text={hit.snippet} ranges={hit.ranges} />
        </span>
      </a>
      {pack !== undefined && (
        <IconButton
          look="own"
          className={css.add}
          icon={pack.isIn ? 'check' : 'plus'}
          label={pack.isIn ? readerWords.fileInPack : readerWords.addFile}
          title={pack.isIn ? readerWords.fileInPack : readerWords.addFile}
          aria-pressed={pack.isIn}
          tabIndex={activeRef ? 0 : -1}
          onClick={pack.toggle}
        />
      )}
      {hit.folded !== undefined && (
        <Button
          look="own"
          className={css.more}
          label={searchWords.moreInFile(hit.folded)}
          tabIndex={activeRef ? 0 : -1}
          onClick={() => onMore(hit.path)}
        />
      )}
    </>
  );
}

interface HitProps {
  readonly hit: Hit;
  readonly collectionId: string;
  /** Name of the collection, when several are searched. */
  readonly collectionName: string | undefined;
  readonly asked: Asked;
  readonly isOpen: boolean;
  /** True if code is among the results, so that documentation is worth marking. */
  readonly isMixed: boolean;
  /** Set for the one row in the tab order. */
  readonly activeRef: RefObject<HTMLAnchorElement | null> | undefined;
  readonly onFocus: () => void;
  /** Shows the other hits of the file. */
  readonly onMore: (path: string) => void;
  /** Puts the whole file into every pack; unset for a file of another collection. */
  readonly pack: { readonly isIn: boolean; readonly toggle: () => void } | undefined;
}

/** Text with marked spans, made of text nodes only. Spans are half-open, in order, in UTF-16 units. */
export function MarkedText({ text, ranges }: { readonly text: string; readonly ranges: Ranges }) {
  let from = 0;
  const parts = ranges.map(([start, end]) => {
    const plain = text.slice(from, start);
    from = end;
    return (
      <Fragment key={start}>
        {toVisibleName(plain)}
        <mark>{toVisibleName(text.slice(start, end))}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {parts}
      {toVisibleName(text.slice(from))}
    </>
  );
}

type Named = Pick<Hit, 'path' | 'title' | 'label' | 'headingPath' | 'symbol' | 'address'>;

/** Returns the symbol or page title, then the headings below it. */
export function toHitTitle(hit: Named): { readonly title: string; readonly crumbs: readonly string[] } {
  const [page, ...below] = hit.headingPath;
  // For code, the label names all symbols that begin in the chunk.
  if (hit.symbol !== undefined) return { title: hit.label, crumbs: [] };
  if (hit.title && hit.title !== page) return { title: hit.title, crumbs: hit.headingPath };
  return { title: page || hit.address || hit.path.split('/').at(-1) || hit.label, crumbs: below };
}

type HitMark = 'definition' | 'docs' | Secondary;

/** Returns the kind of text where it is worth showing. */
export function toHitMark(hit: Pick<Hit, 'path' | 'kind' | 'why'>, isMixed: boolean): HitMark | undefined {
  const isCode = isCodeKind(hit.kind);
  const secondary = findSecondary(hit.path, isCode);
  if (secondary !== undefined) return secondary;
  if (hit.why.some(({ how }) => how === 'defines')) return 'definition';
  if (!isMixed) return undefined;
  return hit.kind === 'markdown' || hit.kind === 'html' || /\.(rst|adoc|txt)$/i.test(hit.path) ? 'docs' : undefined;
}

/** Opens the reader next to the results, at an address that can be shared. */
export function openHit(collectionId: string, hit: Hit, asked: Asked, options: { replace: boolean }): void {
  const route = toHitRoute(collectionId, hit, asked);
  if (options.replace) navigateTyped(route);
  else navigate(route);
}

export function toHitRoute(collectionId: string, { id, path, line, collection }: Hit, asked: Asked): SearchRoute {
  const chunkCollectionId = collection === collectionId ? undefined : collection;
  return { place: 'search', collectionId, chunkCollectionId, chunk: id.slice(0, 12), path, line, ...asked };
}
