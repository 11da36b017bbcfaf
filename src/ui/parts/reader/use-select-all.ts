import type { RefObject } from 'react';
import type { Chunk } from '../../../model/chunk.ts';
import { useWindowEvent } from '../../kit/hooks.ts';
import { joinChunks } from './colours/join-chunks.ts';

/** Lets Ctrl A select the open file instead of the whole page. Copies all of its text, also of chunks that are not rendered. */
export function useSelectAll(scroller: RefObject<HTMLElement | null>, chunks: readonly Chunk[]): void {
  useWindowEvent('keydown', (event) => {
    const isSelectAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a';
    const isField = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (!isSelectAll || isField || event.defaultPrevented || scroller.current === null) return;
    event.preventDefault();
    getSelection()?.selectAllChildren(scroller.current);
  });
  useWindowEvent('copy', (event) => {
    const { anchorNode, focusNode } = getSelection() ?? {};
    if (!anchorNode || anchorNode !== scroller.current || focusNode !== anchorNode) return;
    event.clipboardData?.setData('text/plain', joinChunks(chunks).text);
    event.preventDefault();
  });
}
