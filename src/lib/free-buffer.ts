/**
 * Lets go of the memory behind the bytes, of which nobody may have another view. Otherwise megabytes that were needed for a moment stay until a
 * collector looks at the whole heap. Where a browser cannot do it, they do.
 */
export function freeBuffer({ buffer }: ArrayBufferView): void {
  (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}
