import { toEncoding } from './to-encoding.ts';

/** Browsers look this far. */
const HEAD_BYTES = 1_024;

/** Finds the encoding that a file declares: markup, a coding line of Python or Emacs, a translation catalogue. */
export function findDeclared(path: string, bytes: Uint8Array): string | undefined {
  const head = toLatin(bytes.subarray(0, HEAD_BYTES));
  const [first = '', second = ''] = head.split('\n', 2);
  const label =
    XML.exec(head)?.[1] ??
    (/\.(?:x?html?|svg|xml)$/i.test(path) ? META.exec(head)?.[1] : undefined) ??
    (/\.css$/i.test(path) ? STYLE.exec(head)?.[1] : undefined) ??
    (/\.pot?$/i.test(path) ? CATALOGUE.exec(toLatin(bytes.subarray(0, HEAD_BYTES * 8)))?.[1] : undefined) ??
    findCodingLine(first) ??
    findCodingLine(second);
  return label === undefined ? undefined : toEncoding(label);
}

const XML = /^\s*<\?xml\s[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]+)/;
const META = /<meta\s[^>]{0,300}charset\s*=\s*["']?([\w.:-]+)/i;
const STYLE = /^@charset "([\w.:-]+)"/;
const CATALOGUE = /^"Content-Type:[^"\n]{0,100}charset=([\w.:-]+)/m;
/** `# -*- coding: latin-1 -*-`, `# vim: set fileencoding=cp1252 :`; without the Emacs marks it must be a comment. */
const CODING = /coding[:=][ \t]*([-\w.]+)/;

function findCodingLine(line: string): string | undefined {
  return line.includes('-*-') || /^[ \t\f]*(?:[#;%"]|\/\/|\/\*|--|\.\.)/.test(line)
    ? CODING.exec(line)?.[1]
    : undefined;
}

function toLatin(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
