import { deflateSync, Gunzip, Inflate, inflateSync } from 'fflate';

/** Level and memory are part of the artifact format: other values give other bytes [E2]. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 6, mem: 8 });
}

export { Gunzip, Inflate, inflateSync };
