import { isPasswordName, LONG_NAMES, NAME_END, SHORT_NAMES } from '../../tables/password-name.ts';

/** A column whose header names a secret. */
export interface Column {
  readonly kind: string;
  /** The header is just the name, in a table of data rather than prose: any value counts. */
  readonly isSure: boolean;
  /** The header is above an interruption, so the column may be a different one: only values that look like secrets count. */
  readonly isCarried?: boolean;
}

const HINT = new RegExp(`${LONG_NAMES}|${SHORT_NAMES}|pin|secret|token|key|credential`, 'i');
const PIN = new RegExp(`(?:^|[ _-])pin${NAME_END}`);
const SECRET = new RegExp(
  `(?:^|[ _/.-])(?:secret|token|credentials?|key)${NAME_END}|(?:api|access|secret|auth)(?:key|token)${NAME_END}`,
);
/** Keys of maps and tables: `Key`, `Primary key`, `Translation key`. */
const OTHER_KEY =
  /^(?!.*(?:api|access|private|secret|licen[cs]e|product|activation|account|auth|crypt|recovery|wifi|security|service|shared|master)).*key/;
const LOOSE = /passwor[dt]|passwd|passphrase|kennwort|secret|token|api[ _-]?key/;
const LOGIN =
  /user|login|log-in|account|mail|benutzer|konto|anmeld|usuario|utilisateur|compte|host|server|service|dienst|system|device|ger.t|^(?:name|who|wer|site|website|url|app|application|anwendung|wlan|wifi|ssid|customer|kunde)$/;
const ABOUT =
  /^(?:last|forg[eo]t|reset|change|requires?|needs?|has|is|show|set|min|max|no|without|ohne|weak|number of|max\.?)[ _-]/;

/** Cheap test for a whole row. */
export function mayBeNamed(row: string): boolean {
  return HINT.test(row);
}

/** Checks for a column of users, hosts or similar: then the table is a list of accounts. */
export function hasLogin(labels: readonly string[]): boolean {
  return labels.some((label) => LOGIN.test(label));
}

/** Reads a label in lower case. */
export function toColumn(label: string, { isData }: { isData: boolean }): Column | undefined {
  if (label === '' || ABOUT.test(label)) return undefined;
  if (isPasswordName(label)) return { kind: 'password', isSure: isData };
  if (PIN.test(label)) return { kind: 'pin', isSure: isData };
  if (SECRET.test(label)) return { kind: toKind(label), isSure: isData && !OTHER_KEY.test(label) };
  return LOOSE.test(label) ? { kind: toKind(label), isSure: false } : undefined;
}

function toKind(label: string): string {
  if (/pass|kennwort/.test(label)) return 'password';
  if (label.includes('token')) return 'token';
  return label.includes('key') ? 'api-key' : 'secret';
}

export function isName(label: string): boolean {
  return isPasswordName(label) || PIN.test(label) || SECRET.test(label);
}
