import type { ChunkAnswer } from '../../../engine/contract.ts';
import type { Chunk } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { copyText } from '../../state/actions/copy-text.ts';
import { baskets, togglePick } from '../../state/basket.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { showToast } from '../../state/toasts.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { Icon } from '../controls/icon.tsx';
import { toChunkMarkdown } from './chunk-markdown.ts';

export function ReaderActions({ answer, collection, query }: ReaderActionProps) {
  const { chunk, file } = answer;
  const picks = useSignal(baskets)[collection.id] ?? [];
  const isIn = picks.some((pick) => pick.id === chunk.id);
  const toggle = () => {
    const pick = { id: chunk.id, path: chunk.path, label: toTitle(chunk), tokens: chunk.token_estimate };
    showToast(togglePick(collection.id, pick) === 'added' ? words.reader.added : words.reader.removed);
  };
  const copy = () => void copyText(toChunkMarkdown(chunk, file, collection.name), words.reader.chunkCopied);
  const copyLink = () =>
    void copyText(`${location.href.split('#')[0]}${toLink(chunk, collection, query)}`, words.reader.linkCopied);
  return (
    <div className="toolbar">
      <button
        type="button"
        className={isIn ? 'button' : 'button primary'}
        data-key="a"
        aria-pressed={isIn}
        onClick={toggle}
      >
        {isIn && <Icon name="check" size={16} />}
        {words.reader.addToPack}
      </button>
      <button type="button" className="button" data-key="y" onClick={copy}>
        {words.reader.copyWithSource}
      </button>
      <button type="button" className="button" onClick={copyLink}>
        {words.reader.copyLink}
      </button>
    </div>
  );
}

export interface ReaderActionProps {
  readonly answer: ChunkAnswer;
  readonly collection: Collection;
  readonly query: string;
}

export function toTitle(chunk: Chunk): string {
  const crumbs = [...chunk.heading_path.slice(-2), ...(chunk.symbol === undefined ? [] : [chunk.symbol])];
  return toShortName(crumbs.join(' › ') || chunk.address || chunk.path.split('/').at(-1) || chunk.slug, 300);
}

function toLink(chunk: Chunk, collection: Collection, query: string): string {
  const { short_id, path, start_line } = chunk;
  return toHash({ place: 'search', collectionId: collection.id, chunk: short_id, path, line: start_line, query });
}
