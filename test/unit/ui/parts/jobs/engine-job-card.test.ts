// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { EngineJobCard } from '../../../../../src/ui/parts/jobs/engine-job-card.tsx';
import { firstProgress } from '../../../../../src/ui/state/actions/run-job.ts';
import { type AppContext, AppContextProvider } from '../../../../../src/ui/state/context.ts';

it('a running import is one line, and opens to its phases and current path', () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const job = { ...firstProgress('job', 'collection', 'ingest'), done: 640, total: 998, currentPath: 'docs/a.md' };
  const page = document.createElement('div');
  const root = createRoot(page);
  const card = createElement(EngineJobCard, { job });
  act(() => root.render(createElement(AppContextProvider, { value: {} as AppContext }, card)));
  const toggle = page.querySelector('button[aria-expanded]') as HTMLButtonElement;
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(page.textContent).toContain('640 of 998');
  expect(page.querySelector('[role=progressbar]')).not.toBeNull();
  expect(page.querySelector('ol')).toBeNull();
  act(() => toggle.click());
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(page.querySelector('ol')).not.toBeNull();
  expect(page.textContent).toContain('docs/a.md');
  act(() => root.unmount());
});
