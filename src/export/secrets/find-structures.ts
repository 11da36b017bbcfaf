import { trimEndOf } from '../../lib/trim-end.ts';
import { looksChosen } from './looks-random.ts';
import type { Scan } from './scan.ts';

/** Finds secrets that only the structure of the whole file reveals. */
export function findInStructures(text: string, scan: Scan): void {
  if (scan.seen.has('kubernetes')) findKubernetes(text, scan);
  if (/^(?:shadow-?|\.?(?:htpasswd|htdigest).*|.*\.(?:htpasswd|htdigest))$/.test(scan.name))
    findFields(text, scan, /^[^:\s]{1,64}:(?:[^:\n]{0,64}:(?=[0-9a-f]{32}))?([^:\s*!]{3,300})/gm, 'password-hash');
  if (/^\.?pgpass/.test(scan.name))
    findFields(text, scan, /^[^:\n#]{1,100}:[^:\n]{1,10}:[^:\n]{1,64}:[^:\n]{1,64}:([^\n\r]{1,200})/gm, 'password');
  if (/^(?:master|production|development|staging)\.key$|^\.vault_?pass(?:word)?$/.test(scan.name))
    findFields(text, scan, /^([^\s#]{6,200})\s*$/gm, 'secret');
}

function findFields(text: string, scan: Scan, pattern: RegExp, kind: string): void {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] as string;
    const start = match.index + match[0].lastIndexOf(value);
    if (looksChosen(value) || kind === 'password-hash') scan.add(start, start + value.length, kind);
  }
}

const ENTRY =
  /^([ \t]*)(?:[\w.-]{1,253}|"[^"\n]{1,253}"|'[^'\n]{1,253}')[ \t]*:[ \t]*(?:!!binary[ \t]+)?(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#"'{[&*|>][^\n\r]*)|([|>][-+]?))?[ \t]*\r?$/;

const DATA = /(?:^|[{,])[ \t]*["']?(?:data|stringData)["']?[ \t]*:/;

/** Finds everything below `data` and `stringData` of a Kubernetes Secret, with any name. */
function findKubernetes(text: string, scan: Scan): void {
  let inSecret = isSecretFirst(text, 0);
  /** Indentation of `data` while its entries are read; indentation of an entry while its block is read. */
  let dataIndent = -1;
  let blockIndent = -1;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, Math.min(end, start + 20_000));
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const isBlank = line.trim() === '';
    if (line.startsWith('---')) inSecret = isSecretFirst(text, end);
    if (/kind["']?[ \t]*:/.test(line)) inSecret = /kind["']?[ \t]*:[ \t]*["']?Secret\b/.test(line);
    if (!isBlank && indent <= blockIndent) blockIndent = -1;
    if (!isBlank && blockIndent < 0 && indent <= dataIndent) dataIndent = -1;
    if (blockIndent >= 0 && !isBlank) addTrimmed(line, start, scan);
    else if (dataIndent >= 0 && !isBlank) blockIndent = readEntry(line, start, scan) ? indent : -1;
    else if (inSecret && DATA.test(line)) {
      dataIndent = indent;
      findInline(line, start, scan);
    }
    start = end + 1;
  }
}

/** Checks the first `kind` of the document that begins here, which may come after `data`. */
function isSecretFirst(text: string, start: number): boolean {
  const end = text.indexOf('\n---', start);
  const document = text.slice(start, end < 0 ? text.length : end);
  return /kind["']?[ \t]*:[ \t]*["']?(?!List)(\w+)/.exec(document)?.[1] === 'Secret';
}

/** Returns true when the value is a block on the lines below. */
function readEntry(line: string, start: number, scan: Scan): boolean {
  const match = ENTRY.exec(line.replace(/,[ \t]*\r?$/, ''));
  if (!match) return false;
  const value = match[2] ?? match[3] ?? trimEndOf(match[4] ?? '', ' \t');
  const at = line.lastIndexOf(value);
  if (value !== '' && !/^\{\{|^\$[({]|^</.test(value))
    scan.add(start + at, start + at + value.length, 'kubernetes-secret');
  return match[5] !== undefined;
}

function addTrimmed(line: string, start: number, scan: Scan): void {
  const lead = line.length - line.trimStart().length;
  scan.add(start + lead, start + lead + line.trim().length, 'kubernetes-secret');
}

/** `"data": {"password": "…"}` on one line. */
function findInline(line: string, start: number, scan: Scan): void {
  const data = DATA.exec(line);
  const brace = line.indexOf('{', (data?.index ?? 0) + (data?.[0].length ?? 0)) + 1;
  if (brace === 0) return;
  const end = line.indexOf('}', brace) + 1;
  for (const match of line
    .slice(brace, end === 0 ? undefined : end)
    .matchAll(/:[ \t]*["']?([A-Za-z0-9+/=_-]{4,8000})["']?[ \t]*(?=[,}])/g)) {
    const at = start + brace + match.index + match[0].lastIndexOf(match[1] as string);
    scan.add(at, at + (match[1] as string).length, 'kubernetes-secret');
  }
}
