import { useEffect, useState } from 'react';
import type { Collection, Source } from '../../../model/collection.ts';
import { canReadNow } from '../../inputs/pick-folder.ts';
import { Notice } from '../../kit/notice.tsx';
import { syncSource } from '../../state/actions/ingest.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { libraryWords } from '../../words/library.ts';

/** Chromium's folder observer; missing in other browsers. */
interface FolderObserver {
  observe(handle: FileSystemDirectoryHandle, options: { recursive: boolean }): Promise<void>;
  disconnect(): void;
}
interface ObservedChange {
  readonly relativePathComponents?: readonly string[];
}
type ObserverWindow = Window & {
  FileSystemObserver?: new (listener: (changes: readonly ObservedChange[]) => void) => FolderObserver;
};

/** Folders of tools and version control, which change all the time and are not part of the collection. */
const NOISE = new Set(['.git', 'node_modules', 'dist', 'build', 'target', '.cache']);
const REST_MS = 800;

/** Reports changes in a remembered folder and offers a sync. */
export function FolderWatch({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { changed, clear } = useChangedSources(app, collection);
  return changed.map((source) => (
    <Notice
      key={source.id}
      text={libraryWords.changedOnDisk(source.name)}
      action={libraryWords.readAgain}
      onAction={() => {
        clear(source.id);
        return syncSource(app, collection, source);
      }}
    />
  ));
}

function useChangedSources(app: AppContext, { id: collectionId, sources }: Collection) {
  const [changedIds, setChangedIds] = useState<ReadonlySet<string>>(new Set());
  const watched = sources.filter((source) => source.remembered);
  const key = watched.map(({ id, lastSyncAt }) => `${id} ${lastSyncAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refresh makes new source objects, which must not restart the observers; `key` has their ids and times
  useEffect(() => {
    setChangedIds(new Set());
    const stops = watched.map(({ id }) =>
      observe(
        () => app.connection.findHandle(collectionId, id),
        () => setChangedIds((now) => new Set([...now, id])),
      ),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [app, collectionId, key]);
  const clear = (id: string) => setChangedIds((now) => new Set([...now].filter((other) => other !== id)));
  const changed: readonly Source[] = watched.filter((source) => changedIds.has(source.id));
  return { changed, clear };
}

function observe(findHandle: () => Promise<FileSystemDirectoryHandle | undefined>, onChange: () => void): () => void {
  const Observer = (window as ObserverWindow).FileSystemObserver;
  let observer: FolderObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const start = async () => {
    const handle = await findHandle();
    if (Observer === undefined || handle === undefined || isStopped || !(await canReadNow(handle))) return;
    observer = new Observer((changes) => {
      if (changes.every(({ relativePathComponents = [] }) => relativePathComponents.some((name) => NOISE.has(name))))
        return;
      clearTimeout(timer);
      timer = setTimeout(onChange, REST_MS);
    });
    await observer.observe(handle, { recursive: true });
    if (isStopped) observer.disconnect();
  };
  // Watching is optional: where it fails, Sync still works.
  start().catch(() => undefined);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    observer?.disconnect();
  };
}
