import { useMemo } from 'react';
import type { FileLinks } from '../../../model/chunk.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';

interface Links {
  /** Paths of the collection's files, by link target as written. */
  readonly paths: ReadonlyMap<string, string>;
  readonly backlinks: FileLinks['backlinks'];
}

/** Returns the links of a file to others of its collection, and theirs to it. */
export function useLinks(collectionId: string, path: string): Links {
  const { engine } = useApp().connection;
  const { value } = useLoaded(() => engine.listLinks(collectionId, path), [engine, collectionId, path], {
    version: useCommits(collectionId),
    onFailure: 'ignore',
  });
  return useMemo(() => {
    const { links, backlinks } = value ?? { links: [], backlinks: [] };
    return {
      paths: new Map(links.flatMap((link) => (link.path ? [[link.target, link.path] as const] : []))),
      backlinks,
    };
  }, [value]);
}
