import { looksChosen } from './looks-random.ts';
import type { Scan } from './scan.ts';

/** Words of the same command: up to the end of the line, or of the lines joined by backslashes. */
const WORDS = '(?:[^\\n\\r\\\\|;]|\\\\\\r?\\n|\\\\.){0,300}?';
const VALUE = `(?:"([^"\\n]{1,256})"|'([^'\\n]{1,256})'|([^\\s"'|;&()<>\`]{1,256}))`;
const USER = `[^\\s"':|;<>]{1,64}:`;

const PATTERNS: Readonly<Record<string, RegExp>> = {
  curl: /* @__PURE__ */ toPattern(
    `${WORDS}[ \\t](?:-u|--user|--proxy-user|-U)[ =]?["']?${USER}([^\\s"'|;<>\`]{1,256})`,
  ),
  wget: toPattern(`${WORDS}[ \\t]--(?:http-|ftp-|proxy-)?password[ =]${VALUE}`),
  sshpass: toPattern(`[ \\t]+-p[ \\t]*${VALUE}`),
  mysql: toPattern(`[a-z]{0,10}(?=[ \\t])${WORDS}[ \\t]-p(?![ \\t])${VALUE}`),
  mariadb: toPattern(`[a-z-]{0,10}(?=[ \\t])${WORDS}[ \\t]-p(?![ \\t])${VALUE}`),
  'redis-cli': toPattern(`${WORDS}[ \\t](?:-a|--pass)[ =]${VALUE}`),
  'docker login': toPattern(`${WORDS}[ \\t](?:-p|--password)[ =]${VALUE}`),
  'podman login': toPattern(`${WORDS}[ \\t](?:-p|--password)[ =]${VALUE}`),
  'helm registry login': toPattern(`${WORDS}[ \\t](?:-p|--password)[ =]${VALUE}`),
  ldapsearch: toPattern(`${WORDS}[ \\t]-w[ \\t]?${VALUE}`),
  ldapmodify: toPattern(`${WORDS}[ \\t]-w[ \\t]?${VALUE}`),
  smbclient: toPattern(`${WORDS}[ \\t](?:-U|--user)[ =]?["']?[^\\s"'%]{1,64}%([^\\s"']{1,256})`),
  'net user': toPattern(`[ \\t]+[\\w.-]{1,64}[ \\t]+([^\\s/*"'|<>]{6,128})(?=[ \\t]+/|[ \\t]*\\r?\\n|$)`),
  'net use': toPattern(`[ \\t]${WORDS}/user:[^\\s]{1,64}[ \\t]+${VALUE}`),
  '-passin pass:': toPattern(VALUE),
  '-passout pass:': toPattern(VALUE),
  'htpasswd -': toPattern(`[a-zA-Z]{0,5}b[a-zA-Z]{0,5}[ \\t]+\\S{1,200}[ \\t]+\\S{1,64}[ \\t]+${VALUE}`),
  'ConvertTo-SecureString': toPattern(`[ \\t]+(?:-String[ \\t]+)?${VALUE}(?=[ \\t]+-AsPlainText)`),
  'Cookie:': toPattern(
    `[^\\n\\r]{0,300}?(?:sess|sid|auth|token|jwt)[\\w.-]{0,20}=(?=[^\\s;]{0,20}[0-9])([A-Za-z0-9%._~+/=-]{20,2000})`,
  ),
};

export const COMMAND_NAMES = Object.keys(PATTERNS);

/** Finds passwords passed to a command with a short flag. */
export function findByCommand(text: string, at: number, scan: Scan): void {
  if (/[A-Za-z0-9_]/.test(text[at - 1] ?? '')) return;
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    if (!text.startsWith(name, at)) continue;
    pattern.lastIndex = at + name.length;
    const match = pattern.exec(text);
    if (!match) continue;
    const value = match.slice(1).findLast((group) => group !== undefined) ?? '';
    const end = match.index + match[0].length - (/["']$/.test(match[0]) && !/["']$/.test(value) ? 1 : 0);
    if (looksChosen(value) && !/^[-/]|\$\w|[<>{}]|=$/.test(value)) scan.add(end - value.length, end, 'password');
  }
}

function toPattern(source: string): RegExp {
  return new RegExp(source, 'y');
}
