/** Scrolls a mark into view that is beyond an edge of its block of lines. */
export function showSideways(mark: Element): void {
  const block = mark.closest('pre');
  if (block === null) return;
  const { left: start, right: end, width } = block.getBoundingClientRect();
  const { left, right } = mark.getBoundingClientRect();
  if (left < start || right > end) block.scrollLeft += left - start - width / 2;
}
