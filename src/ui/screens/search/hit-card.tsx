import type { Hit } from '../../../model/hit.ts';
import { KindBadge } from '../../parts/controls/kind-badge.tsx';
import { MarkedText } from '../../parts/controls/marked-text.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { toHash } from '../../state/route.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { openHit } from './open-hit.ts';

export function HitCard({ hit, collectionId, query, isOpen, isActive, onFocus, index }: HitProps) {
  const { id, path, lines } = hit;
  const href = toHash({ place: 'search', collectionId, chunk: id.slice(0, 12), path, line: lines[0], query });
  return (
    <a
      className="hit"
      href={href}
      data-index={index}
      onFocus={onFocus}
      tabIndex={isActive ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
      title={hit.why.map(({ term, field, how }) => `${term}: ${field}, ${how}`).join('\n')}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openHit(collectionId, hit, query, { replace: false });
      }}
    >
      <span className="hit-head">
        <KindBadge kind={hit.kind} path={path} {...(hit.language ? { language: hit.language } : {})} />
        <MiddleText text={path} max={72} tail={20} />
        <span className="hit-where">
          {hit.kind === 'document' && hit.address !== undefined ? hit.address : words.search.lines(...lines)}
          <span className="tokens"> · {words.search.tokens(hit.token_estimate)}</span>
        </span>
      </span>
      <HitTitle hit={hit} />
      <span className="hit-snippet">
        <MarkedText text={hit.snippet} ranges={hit.ranges} />
      </span>
    </a>
  );
}

interface HitProps {
  readonly hit: Hit;
  readonly collectionId: string;
  readonly query: string;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly index: number;
}

function HitTitle({ hit }: { readonly hit: Hit }) {
  // Of code the label names all that begins in the chunk.
  const symbols = hit.symbol === undefined ? undefined : hit.label;
  const name = symbols ?? hit.address ?? hit.path.split('/').at(-1) ?? hit.label;
  const crumbs = hit.heading_path.length > 0 ? hit.heading_path : [name];
  const last = hit.heading_path.length > 0 && symbols !== undefined ? [symbols] : [];
  return (
    <span className="hit-title">
      {[...crumbs, ...last].map((crumb, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat
        <span key={i}>
          {i > 0 && <span className="sep"> › </span>}
          {toShortName(crumb, 200)}
        </span>
      ))}
    </span>
  );
}
