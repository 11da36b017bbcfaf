import type { ReactNode } from 'react';
import { Button } from '../../../kit/button.tsx';
import { useApp } from '../../../state/context.ts';
import { navigate } from '../../../state/route.ts';
import { toShortName } from '../../../text/visible-text.ts';
import { words } from '../../../words/words.ts';

interface Props {
  readonly collectionId: string;
  readonly href: string;
  /** Path of the collection's file that the link names. */
  readonly path: string | undefined;
  readonly line?: number;
  readonly children: ReactNode;
}

/** A link in a text: opens a file of the collection, asks before it opens another site, and is plain text otherwise. */
export function ProseLink({ collectionId, href, path, line = 1, children }: Props) {
  const { connection, state } = useApp();
  const isAway = /^https?:\/\//i.test(href);
  if (!isAway && path === undefined) return children;
  const follow = async () => {
    if (path === undefined) return state.dialog.set({ type: 'leave', url: href });
    const found = await connection.engine.findChunkAt(collectionId, path, line).catch(() => undefined);
    if (found === undefined) state.toasts.show(words.reader.linkMissing(toShortName(path)));
    else navigate({ place: 'search', collectionId, chunk: found.chunk.ref, path, line, query: '' });
  };
  return (
    <Button look="link" title={toShortName(href, 300)} onClick={() => void follow()}>
      {children}
    </Button>
  );
}
