import type { Scan } from './scan.ts';

/** Longer texts are not keys. */
const MAX_KEY_CHARS = 16_384;

/** Finds PEM blocks, SSH2 and PuTTY keys from their first to their last line, and private parts of JWK and XML keys. */
export function findPrivateKeys(text: string, scan: Scan): void {
  if (scan.seen.has('block')) findBlocks(text, scan);
  if (scan.seen.has('jwk')) findJsonKeys(text, scan);
  if (scan.seen.has('xml')) findXmlKeys(text, scan);
}

function findBlocks(text: string, scan: Scan): void {
  const begin =
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY ----|PuTTY-User-Key-File-[0-9]: [a-z0-9-]{3,40}[\r\n\\]/g;
  const endMark =
    /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY ----|Private-MAC: ?[0-9a-f]{0,80}/g;
  let end: RegExpExecArray | null | undefined;
  let after = 0;
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    if (match.index < after) continue;
    // The end found for one key (or its absence) is reused for the next: otherwise each would scan the rest of the text.
    if (end === undefined || (end !== null && end.index < match.index)) {
      endMark.lastIndex = match.index;
      end = endMark.exec(text);
    }
    after = end ? end.index + end[0].length : Infinity;
    if (end && !/[A-Za-z0-9+/]{32}/.test(text.slice(begin.lastIndex, Math.min(end.index, begin.lastIndex + 2_000)))) {
      after = match.index + 1;
      continue;
    }
    if (after - match.index > MAX_KEY_CHARS) after = findKeyText(text, begin.lastIndex);
    if (after > begin.lastIndex) scan.add(match.index, after, 'private-key');
  }
}

/** A truncated key has no last line: it ends where the text stops looking like a key, on lines of its own or in a string. */
function findKeyText(text: string, from: number): number {
  const lines = /(?:(?:\\[rn]|[\r\n\t "',>+])+[A-Za-z0-9+/=]{16,}){1,2000}/y;
  lines.lastIndex = from;
  const match = lines.exec(text);
  return match && match[0].length >= 64 ? lines.lastIndex : from;
}

function findJsonKeys(text: string, scan: Scan): void {
  for (const match of text.matchAll(/"(?:d|p|q|dp|dq|qi|k)"[ \t\r\n]{0,8}:[ \t]{0,8}"([A-Za-z0-9_-]{20,1000})"/g)) {
    const end = match.index + match[0].length - 1;
    scan.add(end - (match[1] as string).length, end, 'private-key');
  }
}

function findXmlKeys(text: string, scan: Scan): void {
  for (const match of text.matchAll(/<(?:D|P|Q|DP|DQ|InverseQ)>([A-Za-z0-9+/=\s]{20,2000})<\//g)) {
    const start = match.index + match[0].indexOf('>') + 1;
    scan.add(start, start + (match[1] as string).length, 'private-key');
  }
}
