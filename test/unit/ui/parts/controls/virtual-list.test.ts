// @vitest-environment jsdom
import { act, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileRow } from '../../../../../src/model/chunk.ts';
import { VirtualList } from '../../../../../src/ui/parts/controls/virtual-list.tsx';
import { buildTree } from '../../../../../src/ui/screens/files/build-tree.ts';
import { FileTree } from '../../../../../src/ui/screens/files/tree.tsx';

const COUNT = 100_000;
const body = document.createElement('div');
let root: Root;
let scroller: Element;

beforeEach(() => {
  Object.assign(globalThis, {
    IS_REACT_ACT_ENVIRONMENT: true,
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  document.body.append(body);
  root = createRoot(body);
});
afterEach(() => act(() => root.unmount()));

const render = async (node: ReactNode, role: string) => {
  await act(async () => root.render(node));
  scroller = body.querySelector(role)?.parentElement as Element;
};
const scrollTo = (top: number) =>
  act(async () => {
    scroller.scrollTop = top;
    scroller.dispatchEvent(new Event('scroll'));
  });
const press = (key: string) =>
  act(async () => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
const listTabStops = () => [...body.querySelectorAll('[tabindex="0"]')].map(({ textContent }) => textContent?.trim());

describe('a list of 100,000 rows', () => {
  const list = (active: number) =>
    createElement(VirtualList, {
      count: COUNT,
      rowHeight: 20,
      label: 'rows',
      active,
      renderRow: (index) => createElement('a', { tabIndex: index === active ? 0 : -1 }, index),
    });

  it('renders the rows in view, each with its position and the number of all', async () => {
    await render(list(0), 'ul');
    await scrollTo(20 * 5_000);
    const positions = [...body.querySelectorAll('li')].map((row) => Number(row.getAttribute('aria-posinset')));
    expect(positions.length).toBeLessThan(60);
    expect(positions).toEqual(expect.arrayContaining([1, 5_000, 5_001]));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(new Set([...body.querySelectorAll('li')].map((row) => row.getAttribute('aria-setsize')))).toEqual(
      new Set([String(COUNT)]),
    );
  });

  it.each([0, 50_000, COUNT - 1])('has one tab stop wherever it is scrolled to, active row %i', async (active) => {
    await render(list(active), 'ul');
    for (const top of [0, 20 * 2_000, 20 * (COUNT - 1)]) {
      await scrollTo(top);
      expect(listTabStops()).toEqual([String(active)]);
    }
  });

  it('has no row of an active one that is past its end', async () => {
    await render(list(COUNT), 'ul');
    expect(body.querySelectorAll('[tabindex="0"]')).toHaveLength(0);
    expect([...body.querySelectorAll('li')].map((row) => row.getAttribute('aria-posinset'))).not.toContain('100001');
  });
});

describe('the tree of files', () => {
  const files = Array.from({ length: 1_000 }, (_, i) => ({ path: `f${i}.md`, tokenTotal: 1, bytes: 1 }) as FileRow);
  const nothing = () => undefined;
  const tree = createElement(FileTree, {
    root: buildTree({ files, withoutText: [], skips: [] }, 'size'),
    ...{ expandAll: false, selected: new Set<string>(), openPath: undefined },
    ...{ onTick: nothing, onOpen: nothing, onInclude: nothing },
  });

  it('has one tab stop after its active row was scrolled out of view, and keys continue from there', async () => {
    await render(tree, '[role="tree"]');
    const isAt = (position: number) => document.activeElement?.getAttribute('aria-posinset') === String(position);
    await act(async () => body.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
    await press('ArrowDown');
    expect(isAt(2)).toBe(true);
    await scrollTo(20_000);
    expect(listTabStops()).toHaveLength(1);
    expect(isAt(2)).toBe(true);
    await press('ArrowDown');
    expect(isAt(3)).toBe(true);
    await press('End');
    expect(isAt(1_000)).toBe(true);
  });
});
