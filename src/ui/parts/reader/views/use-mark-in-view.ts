import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Ranges } from '../../../../model/hit.ts';
import { showSideways } from '../show-sideways.ts';

/** For a block that scrolls sideways: its first mark is in view, whenever other words are marked. */
export function useMarkInView<T extends HTMLElement>(ranges: Ranges): RefObject<T | null> {
  const block = useRef<T>(null);
  const first = ranges[0]?.[0];
  useLayoutEffect(() => {
    const mark = first === undefined ? undefined : block.current?.querySelector('mark');
    if (mark) showSideways(mark);
  }, [first]);
  return block;
}
