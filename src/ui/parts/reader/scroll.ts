/** Chunks get their real height when they are rendered; until then the position would drift. */
const SETTLE_MS = 500;
const EVENTS = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

const holding = new WeakMap<HTMLElement, () => void>();

/**
 * Scrolls to the position of `findTop` and stays there until the layout has settled. While the target isn't rendered, `undefined` waits, for
 * at most `waitMs`. The newest call for a scroller wins, and so does a user who scrolls. Returns a function that stops it.
 */
export function holdPlace(scroller: HTMLElement, findTop: () => number | undefined, waitMs = SETTLE_MS): () => void {
  holding.get(scroller)?.();
  let until = performance.now() + waitMs;
  let isFound = false;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const name of EVENTS) scroller.removeEventListener(name, stop);
  };
  const step = () => {
    const top = findTop();
    if (top !== undefined && !isFound) {
      isFound = true;
      until = performance.now() + SETTLE_MS;
    }
    if (top !== undefined && Math.abs(scroller.scrollTop - top) > 1) scroller.scrollTop = top;
    if (performance.now() < until) frame = requestAnimationFrame(step);
    else stop();
  };
  for (const name of EVENTS) scroller.addEventListener(name, stop, { passive: true });
  holding.set(scroller, stop);
  step();
  return stop;
}

/** Scrolls a mark into view that is beyond an edge of its block of lines. */
export function showSideways(mark: Element): void {
  const block = mark.closest('pre');
  if (block === null) return;
  const { left: start, right: end, width } = block.getBoundingClientRect();
  const { left, right } = mark.getBoundingClientRect();
  if (left < start || right > end) block.scrollLeft += left - start - width / 2;
}
