// @vitest-environment jsdom
import { createElement } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { Notices } from '../../../../../src/ui/parts/shell/shell.tsx';
import { libraryWords } from '../../../../../src/ui/words/library.ts';
import { words } from '../../../../../src/ui/words/words.ts';
import { renderApp } from '../../../../support/render-app.ts';

it.each([
  ['key-needed', false],
  ['wrong-key', true],
] as const)(
  'a locked site asks for its passphrase, and shows an error only for a wrong one: %s',
  async (code, isError) => {
    const app = await renderApp({});
    onTestFinished(app.close);
    const snapshot = {};
    const pwa = { subscribe: () => () => undefined, snapshot: () => snapshot, setBusy() {} };
    const besideProblem = { code: `publish/${code}`, message: '', details: {} };
    Object.assign(app.app.connection, { pwa, beside: 'https://birds.test/', besideProblem });
    app.app.state.collections.set([]);
    await app.render(createElement(Notices));
    await app.until(() => app.body.textContent?.includes(libraryWords.secret) === true);
    expect(app.body.textContent).toContain(libraryWords.locked);
    expect(app.body.textContent?.includes(words.status.besideFailed)).toBe(isError);
  },
);
