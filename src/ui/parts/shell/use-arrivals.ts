import { useEffect, useRef, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { filesToInputs } from '../../inputs/files-to-inputs.ts';
import { type DropContent, loadToUrl, takeDrop } from '../../inputs/take-drop.ts';
import { useWindowEvent } from '../../kit/hooks.ts';
import { offerInputs } from '../../state/actions/add-inputs.ts';
import { startSite } from '../../state/actions/start-site.ts';
import type { AddTarget, Arrival } from '../../state/app-state.ts';
import type { AppContext } from '../../state/context.ts';

export function useDrop(app: AppContext, collection: Collection | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const enter = (next: number) => {
    depth.current = Math.max(0, next);
    setOver(depth.current > 0);
  };
  useEffect(() => {
    for (const content of app.earlyDrops.claim()) void take(app, content, collection);
  }, [app, collection]);
  useWindowEvent('dragenter', (event) => {
    event.preventDefault();
    enter(depth.current + 1);
  });
  useWindowEvent('dragleave', () => enter(depth.current - 1));
  useWindowEvent('dragover', (event) => {
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  });
  useWindowEvent('drop', (event) => {
    event.preventDefault();
    enter(0);
    if (event.dataTransfer) void take(app, takeDrop(event.dataTransfer), collection);
  });
  return isOver;
}

export function usePaste(app: AppContext, collection: Collection | undefined): void {
  useWindowEvent('paste', ({ target, clipboardData }) => {
    if (clipboardData === null || (target as HTMLElement | null)?.closest('input, textarea, [contenteditable]')) return;
    if (clipboardData.files.length > 0) void take(app, takeDrop(clipboardData), collection, 'pasted');
    else offerText(app, clipboardData.getData('text/plain'), 'ask').catch(app.state.report);
  });
}

interface LaunchParams {
  readonly files?: readonly FileSystemFileHandle[];
}
type LaunchWindow = Window & { launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void } };

/** Takes files that the system opens with the installed app. Does nothing where the browser has no launch queue. */
export function useLaunched(app: AppContext, collection: Collection | undefined): void {
  useEffect(() => {
    (window as LaunchWindow).launchQueue?.setConsumer(({ files = [] }) => {
      const read = async () => ({ inputs: filesToInputs(await Promise.all(files.map((handle) => handle.getFile()))) });
      if (files.length > 0) void take(app, read(), collection, 'launched');
    });
  }, [app, collection]);
}

/** Handles shared content once, at the start, before a collection is open. */
export function useShared(app: AppContext): void {
  useEffect(() => {
    app.connection.takeShared().then((shared) => {
      if (shared === undefined) return;
      if (shared.files.length > 0) offerInputs(app, filesToInputs(shared.files), undefined, 'shared');
      else offerText(app, shared.text, 'new').catch(app.state.report);
    }, app.state.report);
  }, [app]);
}

/** Adds pages the user sends with the companion extension, on request with their section; the click there is the question. */
export function useSentPages(app: AppContext, collection: Collection | undefined): void {
  const collectionId = collection?.id;
  useEffect(() => {
    return app.connection.companion?.onPage(({ url, html, withLinks }) => {
      const site = withLinks ? ({ url, crawlType: 'basic', scope: 'subpages' } as const) : { url, urls: [url] };
      void startSite(app, { site, seen: { url, html } }, { collectionId, name: new URL(url).host });
    });
  }, [app, collectionId]);
}

async function offerText(app: AppContext, text: string, target: AddTarget): Promise<void> {
  const { url } = (await loadToUrl())(text);
  if (url !== undefined) app.state.dialog.set({ type: 'site', url });
  else if (text.trim() !== '') app.state.dialog.set({ type: 'paste', target, text });
}

async function take(
  app: AppContext,
  content: Promise<DropContent>,
  collection: Collection | undefined,
  arrival?: Arrival,
): Promise<void> {
  app.state.taking.set(true);
  try {
    const { inputs, url } = await content;
    if (url !== undefined) app.state.dialog.set({ type: 'site', url });
    else offerInputs(app, inputs, collection, arrival);
  } catch (error) {
    app.state.report(error);
  } finally {
    app.state.taking.set(false);
  }
}
