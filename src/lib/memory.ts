/** Frees the memory of the bytes now, instead of at V8's next full collection. The caller must hold the only view of them. */
export function freeBuffer({ buffer }: ArrayBufferView): void {
  (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}
