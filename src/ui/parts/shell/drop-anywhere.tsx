import { useEffect, useRef, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { SourceInput } from '../../../sources/contract.ts';
import { filesToInputs, folderFilesToInput } from '../../inputs/files-to-inputs.ts';
import { type DropContent, loadToUrl, takeDrop } from '../../inputs/take-drop.ts';
import { useWindowEvent } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { addInputs, offerInputs } from '../../state/actions/add-inputs.ts';
import { startSite } from '../../state/actions/collection-actions.ts';
import type { AddTarget, Arrival } from '../../state/app-state.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import { ProgressBar } from '../controls/progress-bar.tsx';
import * as css from './shell.module.css';

/** Handles input at any time: drops on the page, pastes, and the two hidden file inputs. */
export function DropAnywhere() {
  const app = useApp();
  const collection = useCurrentCollection();
  const isTaking = useSignal(app.state.taking);
  const { elements, pickTarget } = app.state;
  const { folderInput, filesInput } = elements;
  const take = (inputs: readonly SourceInput[]) => {
    const target = pickTarget.current;
    pickTarget.current = 'ask';
    if (typeof target === 'object' && inputs.length > 0) addInputs(app, inputs, target.collectionId);
    else offerInputs(app, inputs, target === 'new' ? undefined : collection);
  };
  const isOver = useDrop(app, collection);
  usePaste(app, collection);
  useLaunched(app, collection);
  useShared(app);
  useSentPages(app, collection);
  return (
    <>
      <input
        type="file"
        id="choose-folder-input"
        ref={folderInput}
        aria-label={words.add.chooseFolder}
        hidden
        multiple
        // Not in React's types; browsers support it.
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const input = folderFilesToInput(Array.from(event.target.files ?? []));
          event.target.value = '';
          take(input === undefined ? [] : [input]);
        }}
      />
      <input
        type="file"
        id="choose-files-input"
        ref={filesInput}
        aria-label={words.add.chooseFiles}
        hidden
        multiple
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          event.target.value = '';
          if (files.length > 0) take(filesToInputs(files));
        }}
      />
      {(isOver || isTaking) && (
        <div className={css.dropVeil}>
          <div className={look.stack}>
            {isTaking ? words.add.reading : words.add.over}
            {isTaking && <ProgressBar label={words.add.reading} value={0} max={0} />}
          </div>
        </div>
      )}
    </>
  );
}

function useDrop(app: AppContext, collection: Collection | undefined): boolean {
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

function usePaste(app: AppContext, collection: Collection | undefined): void {
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
function useLaunched(app: AppContext, collection: Collection | undefined): void {
  useEffect(() => {
    (window as LaunchWindow).launchQueue?.setConsumer(({ files = [] }) => {
      const read = async () => ({ inputs: filesToInputs(await Promise.all(files.map((handle) => handle.getFile()))) });
      if (files.length > 0) void take(app, read(), collection, 'launched');
    });
  }, [app, collection]);
}

/** Handles shared content once, at the start, before a collection is open. */
function useShared(app: AppContext): void {
  useEffect(() => {
    app.connection.takeShared().then((shared) => {
      if (shared === undefined) return;
      if (shared.files.length > 0) offerInputs(app, filesToInputs(shared.files), undefined, 'shared');
      else offerText(app, shared.text, 'new').catch(app.state.report);
    }, app.state.report);
  }, [app]);
}

/** Adds pages the user sends with the companion extension, on request with their section; the click there is the question. */
function useSentPages(app: AppContext, collection: Collection | undefined): void {
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
