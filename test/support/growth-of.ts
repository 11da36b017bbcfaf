/** CPU time, the smaller of two runs: wall time says nothing on a busy machine. */
function cpuMs(work: () => void): number {
  const once = () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(once(), once());
}

/** The same bytes in one file and in 16: of linear work about 1, of quadratic 16. */
export function growthOf(sixteenth: () => void, whole: () => void): number {
  const pieces = cpuMs(() => {
    for (let i = 0; i < 16; i++) sixteenth();
  });
  return cpuMs(whole) / Math.max(pieces, 25);
}
