// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Loaded, useLoaded } from '../../../../src/ui/kit/use-loaded.ts';
import { loadProblems } from '../../../../src/ui/words/describe-problem.ts';

beforeAll(loadProblems);

interface Call {
  readonly name: string;
  readonly signal: AbortSignal;
  answer(text: string): Promise<void>;
  fail(code: string): Promise<void>;
}

interface Props {
  readonly name: string;
  readonly version?: number;
  readonly keep?: boolean;
  readonly onFailure?: 'return' | 'ignore';
}

interface Page {
  readonly calls: Call[];
  now?: Loaded<string>;
}

function Screen({ name, version = 0, keep = false, onFailure = 'return', page }: Props & { readonly page: Page }) {
  const load = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      const answer = (text: string) => act(async () => resolve(text));
      const fail = (code: string) => act(async () => reject(Object.assign(new Error(code), { code })));
      page.calls.push({ name, signal, answer, fail });
    });
  page.now = useLoaded(load, [name], { version, keep, onFailure });
  return null;
}

let unmount = () => {};

function makeScreen() {
  const page: Page = { calls: [] };
  const root = createRoot(document.createElement('div'));
  unmount = () => act(() => root.unmount());
  const render = (props: Props) => act(async () => root.render(createElement(Screen, { ...props, page })));
  return { page, calls: page.calls, render, value: () => page.now?.value };
}

describe('a value that a screen loads', () => {
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });
  afterEach(() => unmount());

  it('belongs to the newest dependencies, whatever order answers come in', async () => {
    const { calls, render, value, page } = makeScreen();
    await render({ name: 'a' });
    await render({ name: 'b' });
    expect(calls[0]?.signal.aborted).toBe(true);
    await calls[1]?.answer('of b');
    await calls[0]?.answer('of a');
    expect(value()).toBe('of b');
    await render({ name: 'c' });
    expect([value(), page.now?.status]).toEqual([undefined, 'loading']);
  });

  it('stays during a reload of the same, and of others only where the caller keeps it', async () => {
    const { calls, render, value } = makeScreen();
    await render({ name: 'a' });
    await calls[0]?.answer('first');
    await render({ name: 'a', version: 1 });
    expect(value()).toBe('first');
    await calls[1]?.answer('second');
    expect(value()).toBe('second');
    await render({ name: 'b', version: 1, keep: true });
    expect(value()).toBe('second');
  });

  it('gives way to the problem of a failed load, and a load that has ended is not aborted', async () => {
    const { calls, render, page } = makeScreen();
    await render({ name: 'a' });
    await calls[0]?.fail('engine/broken');
    expect(page.now).toMatchObject({ status: 'failed', value: undefined, problem: { code: 'engine/broken' } });
    await render({ name: 'b' });
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  });

  it('is failed, not empty, when its load fails unseen, and stays when only a reload fails', async () => {
    const { calls, render, page } = makeScreen();
    await render({ name: 'a', onFailure: 'ignore' });
    expect(page.now?.status).toBe('loading');
    await calls[0]?.fail('engine/broken');
    expect(page.now).toMatchObject({ status: 'failed', value: undefined });
    await render({ name: 'b', onFailure: 'ignore' });
    await calls[1]?.answer('first');
    await render({ name: 'b', version: 1, onFailure: 'ignore' });
    await calls[2]?.fail('engine/broken');
    expect(page.now).toMatchObject({ status: 'ready', value: 'first' });
  });
});
