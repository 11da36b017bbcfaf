/** Chunks take their real height once they are rendered; until then the place would drift. */
const SETTLE_MS = 500;
const EVENTS = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

const holding = new WeakMap<HTMLElement, () => void>();

/**
 * Scrolls to where `findTop` says, and stays there until what is around it has settled. What it asks for may not be rendered yet: `undefined` waits, for
 * at most `waitMs`. The newest place of a scroller wins, and so does a person who scrolls. Answers how to stop.
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
