export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}

/** Lower-cases A–Z only: the same in every engine and locale [E2]. */
export function toAsciiLower(text: string): string {
  // Most texts have none.
  if (!/[A-Z]/.test(text)) return text;
  return text.replace(/[A-Z]+/g, (run) => {
    let lower = '';
    for (let i = 0; i < run.length; i++) lower += String.fromCharCode(run.charCodeAt(i) + 32);
    return lower;
  });
}

export function startsWithAsciiFolded(text: string, prefix: string): boolean {
  return toAsciiLower(text.slice(0, prefix.length)) === toAsciiLower(prefix);
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}
