/** Returns one character per byte; undefined if the text isn't base64. */
export function decodeBase64(text: string): string | undefined {
  const body = text.replace(/=+$/, '');
  if (body.length < 4 || /[^A-Za-z0-9+/]/.test(body)) return undefined;
  try {
    return atob(body.slice(0, body.length - (body.length % 4 === 1 ? 1 : 0)));
  } catch {
    return undefined;
  }
}
