/** Encodes UTF-8 bytes as chars 0–255, because `?` and classes in ignore files match bytes. ASCII, the common case, stays the same. */
export function toByteString(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}
