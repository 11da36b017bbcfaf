/** Bytes per call: a multiple of three, and few enough for the arguments of one call. */
const STEP = 24_576;

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + STEP))));
  return parts.join('');
}

/** Returns undefined for text that is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
