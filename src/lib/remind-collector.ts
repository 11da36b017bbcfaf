/** V8 looks for garbage when buffers have grown by 64 MB. */
const BYTES = 80 << 20;

/**
 * Makes the collector look soon. It counts objects and buffers, not what an object of the browser holds outside the heap: with pipes and
 * copies in its process a file handle is some 4 KB, and a hundred thousand of them would wait. The buffer is counted at once; as nobody
 * writes to it, it takes no memory.
 */
export function remindCollector(bytes = BYTES): boolean {
  try {
    return new ArrayBuffer(bytes).byteLength === bytes;
  } catch {
    // No room for it: then the collector looks anyway.
    return false;
  }
}

/** Counts what waits for the collector uncounted; it is reminded when that is `max` or more. */
export function createReminder(max: number): (amount: number) => void {
  let waiting = 0;
  return (amount) => {
    waiting += amount;
    if (waiting < max) return;
    waiting = 0;
    remindCollector();
  };
}
