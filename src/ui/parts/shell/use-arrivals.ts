import { useEffect, useRef, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { filesToInputs } from '../../inputs/files-to-inputs.ts';
import { listenForLaunchedFiles } from '../../inputs/launched-files.ts';
import { type DropContent, loadToUrl, takeDrop } from '../../inputs/take-drop.ts';
import { offerInputs } from '../../state/actions/add-inputs.ts';
import { addSentPage } from '../../state/actions/add-sent-page.ts';
import type { AddTarget, Arrival } from '../../state/app-state.ts';
import type { AppContext } from '../../state/context.ts';
import { words } from '../../words/words.ts';

export function useDrop(app: AppContext, collection: Collection | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  useEffect(() => {
    const enter = (event: DragEvent) => {
      event.preventDefault();
      depth.current++;
      setOver(true);
    };
    const leave = () => {
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      if (event.dataTransfer) void take(app, takeDrop(event.dataTransfer), collection);
    };
    for (const content of app.earlyDrops.claim()) void take(app, content, collection);
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [app, collection]);
  return isOver;
}

export function usePaste(app: AppContext, collection: Collection | undefined): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.clipboardData === null || target?.closest('input, textarea, [contenteditable]')) return;
      if (event.clipboardData.files.length > 0) {
        void take(app, takeDrop(event.clipboardData), collection, 'pasted');
        return;
      }
      offerText(app, event.clipboardData.getData('text/plain'), 'ask').catch(app.state.report);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [app, collection]);
}

export function useLaunched(app: AppContext, collection: Collection | undefined): void {
  useEffect(() => {
    listenForLaunchedFiles(
      (inputs) =>
        void take(
          app,
          inputs.then((found) => ({ inputs: found })),
          collection,
          'launched',
        ),
    );
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

/** Adds pages the user sends with the companion extension; the click there is the question. */
export function useSentPages(app: AppContext, collection: Collection | undefined): void {
  const id = collection?.id;
  useEffect(() => app.connection.companion?.onPage((page) => addSentPage(app, page, id)), [app, id]);
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
    else if (inputs.length === 0) app.state.toasts.show(words.add.nothing, { tone: 'bad' });
    else offerInputs(app, inputs, collection, arrival);
  } catch (error) {
    app.state.report(error);
  } finally {
    app.state.taking.set(false);
  }
}
