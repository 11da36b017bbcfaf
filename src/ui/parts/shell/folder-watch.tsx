import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Collection, Source } from '../../../model/collection.ts';
import { canReadNow } from '../../inputs/pick-folder.ts';
import { usePreference, useWindowEvent } from '../../kit/hooks.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { followSource } from '../../state/actions/ingest.ts';
import { useApp } from '../../state/context.ts';
import { useIsReading } from '../../state/use-current-collection.ts';

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
/** A save is often several writes. */
const QUIET_MS = 2_000;
const RETRY_MS = 10_000;
/** Without an observer: a return to the window compares sizes and times at most this often. */
const FOCUS_MS = 30_000;

/** Keeps the remembered folders of the open collection in step with the disk. */
export function FolderWatch({ collection }: { readonly collection: Collection }) {
  const [paused] = usePreference('paused');
  return collection.sources
    .filter(({ id, remembered }) => remembered && !paused.includes(id))
    .map((source) => <FollowedFolder key={source.id} collection={collection} source={source} />);
}

interface Props {
  readonly collection: Collection;
  readonly source: Source;
}

/** Syncs a folder after its changes: once they are quiet, the tab is visible and no other job changes the collection. */
function FollowedFolder({ collection, source }: Props) {
  const app = useApp();
  const [isChanged, setChanged] = useState(false);
  const isBusy = useIsReading(collection.id);
  const isVisible = useSyncExternalStore(subscribeVisible, () => document.visibilityState === 'visible');
  const find = () => app.connection.findHandle(collection.id, source.id);
  // The browser may grant the permission with a sync, and withdraw it at any time.
  const { value: canRead = false } = useLoaded(
    async () => {
      const handle = await find();
      return handle !== undefined && (await canReadNow(handle));
    },
    [app, collection.id, source.id],
    { version: source.lastSyncAt, onFailure: 'ignore', keep: true },
  );
  const note = useEffectEvent(() => setChanged(true));
  const findHandle = useEffectEvent(find);
  useEffect(() => (canRead ? observe(findHandle, note) : undefined), [canRead]);
  const [checkedAt, setCheckedAt] = useState(() => Date.now());
  useWindowEvent('focus', () => {
    if ('FileSystemObserver' in window || !canRead || Date.now() - checkedAt < FOCUS_MS) return;
    setCheckedAt(Date.now());
    setChanged(true);
  });
  const follow = useEffectEvent(async () => {
    setChanged(false);
    if ((await followSource(app, collection, source)) === 'busy') setTimeout(() => setChanged(true), RETRY_MS);
  });
  const isDue = isChanged && isVisible && !isBusy;
  useEffect(() => {
    if (isDue) void follow();
  }, [isDue]);
  return null;
}

function observe(findHandle: () => Promise<FileSystemDirectoryHandle | undefined>, onChange: () => void): () => void {
  const Observer = (window as ObserverWindow).FileSystemObserver;
  let observer: FolderObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const start = async () => {
    const handle = await findHandle();
    if (Observer === undefined || handle === undefined || isStopped) return;
    observer = new Observer((changes) => {
      if (changes.every(({ relativePathComponents = [] }) => relativePathComponents.some((name) => NOISE.has(name))))
        return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET_MS);
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

function subscribeVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
