import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Engine } from '../../src/engine/contract.ts';
import { AppError } from '../../src/model/app-error.ts';
import type { Collection } from '../../src/model/collection.ts';
import { createAppState } from '../../src/ui/state/app-state.ts';
import type { Connection } from '../../src/ui/state/connection.ts';
import { type AppContext, AppContextProvider } from '../../src/ui/state/context.ts';
import { type MadeFiles, makeCollection, makeEngine } from './make-engine.ts';

/** The app's state over a real engine, whose stored choices may be late or refused, in a page without a shell. */
export interface RenderedApp {
  readonly app: AppContext;
  /** The engine below: what is stored. */
  readonly engine: Engine;
  readonly collection: Collection;
  readonly body: HTMLElement;
  render(node: ReactNode): Promise<void>;
  /** Makes stored choices late until `answer`, or refused until then. */
  hold(): void;
  refuse(): void;
  answer(): Promise<void>;
  find(role: 'button' | 'label', name: string): HTMLElement;
  click(name: string): Promise<void>;
  /** Types into the field with this label. */
  type(label: string, text: string): Promise<void>;
  choose(label: string, value: string): Promise<void>;
  /** Submits the form, as Enter does where the browser allows it. */
  pressEnter(): Promise<void>;
  /** Waits until the check is true, for at most five seconds. */
  until(check: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function renderApp(files: MadeFiles): Promise<RenderedApp> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // jsdom has no modal dialogs, no downloads and no layout.
  Object.assign(HTMLAnchorElement.prototype, { click() {} });
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
  Object.assign(URL, { createObjectURL: () => 'blob:made', revokeObjectURL() {} });
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, files);
  const collection = (await engine.listCollections()).find((one) => one.id === id) as Collection;
  let mode: 'answer' | 'hold' | 'refuse' = 'answer';
  const waiting: (() => void)[] = [];
  const readChoices: Engine['readChoices'] = async (collectionId) => {
    if (mode === 'hold') await new Promise<void>((resolve) => waiting.push(resolve));
    if (mode === 'refuse') throw new AppError('store/unavailable', 'storage is refused', {});
    return engine.readChoices(collectionId);
  };
  const late = Object.assign(Object.create(engine) as Engine, { readChoices });
  const connection = { engine: late, readApp: async () => [] } as unknown as Connection;
  const state = await createAppState(connection);
  const app = { connection, state } as unknown as AppContext;
  const body = document.createElement('div');
  document.body.append(body);
  const root = createRoot(body);
  const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 30))));
  const find: RenderedApp['find'] = (role, name) => {
    const found = [...body.querySelectorAll<HTMLElement>(role)].find(({ textContent }) => textContent === name);
    if (found === undefined) throw new Error(`no ${role} "${name}" in: ${body.textContent}`);
    return found;
  };
  const setValue = async (label: string, value: string, event: string) => {
    const field = document.getElementById(find('label', label).getAttribute('for') ?? '') as HTMLInputElement;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    await act(async () => {
      set?.call(field, value);
      field.dispatchEvent(new Event(event, { bubbles: true }));
    });
  };
  return {
    ...{ app, engine, collection, body, find },
    async render(node) {
      await act(async () => root.render(createElement(AppContextProvider, { value: app }, node)));
      await settle();
    },
    hold() {
      mode = 'hold';
    },
    refuse() {
      mode = 'refuse';
    },
    async answer() {
      mode = 'answer';
      for (const go of waiting.splice(0)) go();
      await settle();
    },
    async click(name) {
      await act(async () => find('button', name).click());
      await settle();
    },
    type: (label, text) => setValue(label, text, 'input'),
    choose: (label, value) => setValue(label, value, 'change'),
    async pressEnter() {
      await act(
        async () =>
          void body.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
      );
      await settle();
    },
    async until(check) {
      for (let tries = 0; tries < 150 && !check(); tries++) await settle();
      if (!check()) throw new Error(`not in time: ${check} in: ${body.textContent}`);
    },
    async close() {
      await act(async () => root.unmount());
      body.remove();
      state.close();
    },
  };
}
