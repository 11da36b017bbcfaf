import type { RefObject } from 'react';
import type { Hit } from '../../../model/hit.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { KindBadge } from '../../parts/controls/kind-badge.tsx';
import { MarkedText } from '../../parts/controls/marked-text.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { type Asked, toHash } from '../../state/route.ts';
import { toWhere } from '../../text/to-where.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './hit-card.module.css';
import { toHitMark, toHitTitle } from './hit-title.ts';
import { openHit, toHitRoute } from './open-hit.ts';

/** A hit with its title, position and text; the last hit of a file shows how many more it has. */
export function HitCard({
  hit,
  collectionId,
  collectionName,
  asked,
  isOpen,
  isMixed,
  activeRef,
  onFocus,
  onMore,
}: HitProps) {
  const { title, crumbs } = toHitTitle(hit);
  const mark = toHitMark(hit, isMixed);
  const where = toWhere(hit, hit.lines);
  const isAddress = hit.kind === 'document' && hit.address !== undefined;
  return (
    <>
      <a
        className={css.hit}
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
        <span className={css.head}>
          <KindBadge kind={hit.kind} path={hit.path} {...(hit.language ? { language: hit.language } : {})} />
          <span className={css.name}>
            <span className={css.title}>{toShortName(title, 200)}</span>
            <span className={css.crumbs}>
              <bdi>{crumbs.map((crumb) => ` › ${toShortName(crumb, 120)}`).join('')}</bdi>
            </span>
          </span>
          {mark !== undefined && (
            <span className={css.mark} data-mark={mark}>
              {words.search.marks[mark]}
            </span>
          )}
        </span>
        <span className={hit.folded === undefined ? css.where : `${css.where} ${css.withMore}`}>
          {collectionName !== undefined && <span className={look.origin}>{toShortName(collectionName, 40)}</span>}
          <MiddleText text={hit.path} />
          <span className={isAddress ? `${css.lines} ${css.address}` : css.lines} title={isAddress ? where : undefined}>
            {toShortName(where, 200)}
          </span>
          {hit.folded === undefined && (
            <span className={css.tokens}>{words.count.tokensShort(hit.token_estimate)}</span>
          )}
        </span>
        <span className={css.snippet}>
          <MarkedText text={hit.snippet} ranges={hit.ranges} />
        </span>
      </a>
      {hit.folded !== undefined && (
        <Button
          look="own"
          className={css.more}
          label={words.search.moreInFile(hit.folded)}
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
}
