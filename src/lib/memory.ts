/**
 * Everything here is for one garbage collector, that of V8. It does not count what the browser holds for a file handle or a message, and frees large
 * buffers late (decisions 102 and 105). With the switch off the app does the same and takes more memory.
 */
export const memoryTricks = { isOn: true };

/** Frees the memory behind the bytes now, instead of at the next full collection. Nobody may hold another view of them. */
export function freeBuffer({ buffer }: ArrayBufferView): void {
  if (memoryTricks.isOn) (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

/** V8 collects when buffers have grown by 64 MB. */
const NUDGE_BYTES = 80 << 20;

/**
 * Makes V8 collect soon, by a large buffer that is dropped at once. V8 counts it when it is made; as nobody writes to it, it takes no memory. False
 * when there is no room for it, and then V8 collects anyway.
 */
export function nudgeGc(bytes = NUDGE_BYTES): boolean {
  if (!memoryTricks.isOn) return false;
  try {
    return new ArrayBuffer(bytes).byteLength === bytes;
  } catch {
    return false;
  }
}

/** Counts garbage that V8 does not see, such as file handles (2–4 KB each), and nudges GC whenever `max` is reached. */
export function createGcCounter(max: number): (amount: number) => void {
  let waiting = 0;
  return (amount) => {
    waiting += amount;
    if (waiting < max) return;
    waiting = 0;
    nudgeGc();
  };
}
