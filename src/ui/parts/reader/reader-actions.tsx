import type { RefObject } from 'react';
import type { ChunkAnswer } from '../../../engine/contract.ts';
import type { Chunk } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { copyText } from '../../state/actions/copy-and-save.ts';
import { useApp } from '../../state/context.ts';
import { listAdded, togglePick } from '../../state/pack.ts';
import { type Asked, toHash } from '../../state/route.ts';
import { useSelections } from '../../state/use-selections.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { toChunkMarkdown } from './chunk-markdown.ts';
import { readSelection } from './read-selection.ts';

interface Props {
  readonly answer: ChunkAnswer;
  readonly collection: Collection;
  readonly asked: Asked;
  readonly body: RefObject<HTMLElement | null>;
}

export function ReaderActions({ answer, collection, asked, body }: Props) {
  const app = useApp();
  const { elements, choices, toasts } = app.state;
  const { chunk, file } = answer;
  const isIn = listAdded(useSelections(collection.id)).some(({ id }) => id === chunk.id);
  const toggle = () => {
    const { id, path, token_estimate: tokens, content_hash } = chunk;
    const pick = { id, path, label: toTitle(chunk), tokens, content_hash };
    togglePick(choices, collection, { pick, isIn });
    toasts.show(isIn ? words.reader.removed : words.reader.added);
  };
  const copy = () => {
    const selected = body.current === null ? undefined : readSelection(body.current);
    const done = selected === undefined ? words.reader.chunkCopied : words.reader.selectionCopied;
    void copyText(app, toChunkMarkdown(chunk, file, collection.name, selected), done);
  };
  const copyLink = () =>
    void copyText(app, `${location.href.split('#')[0]}${toLink(chunk, collection, asked)}`, words.reader.linkCopied);
  return (
    <>
      <Button label={words.reader.copyWithSource} ref={elements.copyChunk} onClick={copy} />
      <IconButton
        icon="link"
        label={words.reader.copyLink}
        look="plain"
        title={words.reader.copyLink}
        onClick={copyLink}
      />
      <Button
        look={isIn ? 'plain' : 'primary'}
        icon={isIn ? 'check' : undefined}
        label={isIn ? words.reader.inPack : words.reader.addToPack}
        ref={elements.addToPack}
        aria-pressed={isIn}
        onClick={toggle}
      />
    </>
  );
}

export function toTitle(chunk: Chunk): string {
  const crumbs = [...chunk.heading_path.slice(-2), ...(chunk.symbol === undefined ? [] : [chunk.symbol])];
  return toShortName(crumbs.join(' › ') || chunk.address || chunk.path.split('/').at(-1) || chunk.slug, 300);
}

function toLink(chunk: Chunk, collection: Collection, asked: Asked): string {
  const { short_id, path, start_line } = chunk;
  return toHash({ place: 'search', collectionId: collection.id, chunk: short_id, path, line: start_line, ...asked });
}
