/** A column whose header names a secret. */
export interface Column {
  readonly kind: string;
  /** The header is just the name, in a table of data rather than prose: any value counts. */
  readonly isSure: boolean;
  /** The header is above an interruption, so the column may be a different one: only values that look like secrets count. */
  readonly isCarried?: boolean;
}

/** Words that may end compounds (`Benutzerpasswort`), and words too short for that. */
const LONG_NAMES =
  'passwor[dt]|passwd|passphrase|passcode|kennwort|contrase[\u00f1n]a|mot de passe|wachtwoord|salasana|l[\u00f6\u00d6]senord|adgangskode|[\u043f\u041f]\u0430\u0440\u043e\u043b\u044c|\u5bc6[\u7801\u78bc]|\u30d1\u30b9\u30ef\u30fc\u30c9';
const SHORT_NAMES = 'pass|passwords|pwd|pw|psk|senha|parola|has[\u0142l]o|heslo|jelsz[\u00f3o]';
const HINT = new RegExp(`${LONG_NAMES}|${SHORT_NAMES}|pin|secret|token|key|credential`, 'i');
const END = '(?:[ _-]?[0-9]{1,2})?[ :*]*(?:[([][^)\\]]*[)\\]])?$';
const PASSWORD = new RegExp(`(?:${LONG_NAMES}|(?:^|[ _/.-])(?:${SHORT_NAMES}))${END}`);
const PIN = new RegExp(`(?:^|[ _-])pin${END}`);
const SECRET = new RegExp(
  `(?:^|[ _/.-])(?:secret|token|credentials?|key)${END}|(?:api|access|secret|auth)(?:key|token)${END}`,
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
  if (PASSWORD.test(label)) return { kind: 'password', isSure: isData };
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
  return PASSWORD.test(label) || PIN.test(label) || SECRET.test(label);
}
