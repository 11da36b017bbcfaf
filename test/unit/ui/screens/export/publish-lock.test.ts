// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { PublishLock } from '../../../../../src/engine/contract.ts';
import { type PublishAccess, usePublishLock } from '../../../../../src/ui/screens/export/publish-lock.tsx';
import { type AppContext, AppContextProvider } from '../../../../../src/ui/state/context.ts';

const seen: PublishAccess[] = [];

function Card() {
  seen.push(usePublishLock('c'));
  return null;
}

it('a website stays encrypted when the choices of the collection arrive after the user ticked it', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let answer = (_choices: object): void => {};
  const readChoices = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const app = { connection: { engine: { readChoices } } } as unknown as AppContext;
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(AppContextProvider, { value: app }, createElement(Card))));
  act(() => seen.at(-1)?.change({ isOn: true }));
  act(() => seen.at(-1)?.change({ passphrase: 'two herons' }));
  await act(async () => answer({}));
  let lock: PublishLock | undefined;
  await act(async () => {
    lock = await seen.at(-1)?.toLock();
  });
  expect(lock).toEqual({ passphrase: 'two herons' });
  act(() => root.unmount());
});
