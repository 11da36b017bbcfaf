/** Far from both what linear work shows and what quadratic work does: no second look is needed below. */
const PLAINLY_LINEAR = 2;

/**
 * The same bytes in one file and in 16: of linear work about 1, of quadratic 16. CPU time, since wall time says nothing on a busy machine; what
 * does not look linear is measured again, and the smaller times count.
 */
export function growthOf(sixteenth: () => void, whole: () => void): number {
  const sixteenTimes = () => {
    for (let i = 0; i < 16; i++) sixteenth();
  };
  const toGrowth = (wholeMs: number, piecesMs: number) => wholeMs / Math.max(piecesMs, 25);
  const piecesMs = cpuMs(sixteenTimes);
  const wholeMs = cpuMs(whole);
  if (toGrowth(wholeMs, piecesMs) < PLAINLY_LINEAR) return toGrowth(wholeMs, piecesMs);
  return toGrowth(Math.min(wholeMs, cpuMs(whole)), Math.min(piecesMs, cpuMs(sixteenTimes)));
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
