import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Ranges } from '../../../../model/hit.ts';
import { showSideways } from '../show-sideways.ts';

/** Keeps the first mark of a block that scrolls sideways in view when the marks change. */
export function useMarkInView<T extends HTMLElement>(ranges: Ranges): RefObject<T | null> {
  const block = useRef<T>(null);
  const first = ranges[0]?.[0];
  useLayoutEffect(() => {
    const mark = first === undefined ? undefined : block.current?.querySelector('mark');
    if (mark) showSideways(mark);
  }, [first]);
  return block;
}
