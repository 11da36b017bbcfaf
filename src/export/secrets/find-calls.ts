import { isPasswordOf } from './looks-random.ts';
import type { Scan } from './scan.ts';

/**
 * Calls that log in or connect, by the start of their text, and the position of the password among their arguments; -1 is the last of two or three.
 * Without a position the password is named, as it may be in every call: `password: "…"`.
 */
export const LOGIN_CALLS: ReadonlyMap<string, number | undefined> = new Map(
  Object.entries({
    1: `oci_connect( PasswordAuthentication( UsernamePasswordCredentials( NetworkCredential( cx_Oracle.connect( oracledb.connect(
      HTTPBasicAuth( auth=( SetBasicAuth( basic_auth( url.UserPassword(
      ftp.login( imap.login( server.login( smtp.login( .Login(`,
    2: `PDO( mysqli( mysqli_connect( ->real_connect( mysql_connect( mysql_pconnect( odbc_connect( ftp_login( imap_open( ldap_bind(
      ssh2_auth_password( forURL( pymysql.connect( MySQLdb.connect( pymssql.connect( Mysql.new( DBI->connect( smtp.PlainAuth( Sequelize(
      FTP(`,
    3: 'mysqli_real_connect( ssh.connect(',
    6: 'PG.connect( PG::Connection.new(',
    '-1': 'getConnection(',
    named: `psycopg.connect( psycopg2.connect( mysql.connector.connect( Mysql2::Client.new( createConnection( createPool(
      createTransport( start_link( Database.connect( dbConnect( URLCredential( redis.Options{`,
  }).flatMap(([place, calls]) => calls.split(/\s+/).map((call) => [call, Number(place) || undefined] as const)),
);

const MAX_CALL_CHARS = 300;
/** A string, with what may surround it: `Some("…")`, `"…".toCharArray()`, `array("…")`. */
const TEXT = /^\s*(?:Some\(|[bruf]{0,2})?(["'`])((?:(?!\1)[^\\\r\n]|\\.){0,256})\1\)?(?:\.\w{1,20}\(\))?$/;
const NAMED = /\bpass(?:word|wd)?["']?\s{0,4}(?:=>|[:=])\s{0,4}(["'`])((?:(?!\1)[^\\\r\n]|\\.){1,256})\1/gi;

/** Finds the password of a call of the table, as a text at its position or behind its name. */
export function findByCall(text: string, at: number, call: string, scan: Scan): void {
  if (/[A-Za-z0-9]/.test(text[at - 1] ?? '') && /^[A-Za-z]/.test(call)) return;
  const start = at + call.length;
  const { args, end } = splitArguments(text.slice(start, start + MAX_CALL_CHARS));
  const position = LOGIN_CALLS.get(call);
  const index = position !== -1 ? position : args.length === 2 || args.length === 3 ? args.length - 1 : undefined;
  const add = (from: number, value: string, user: string) => {
    if (isPasswordOf(value, { user, isWeb: false, isKnownHost: true })) scan.add(from, from + value.length, 'password');
  };
  const chosen = index === undefined ? undefined : args[index];
  const value = TEXT.exec(chosen?.text.trimEnd() ?? '');
  if (chosen && value)
    add(
      start + chosen.at + value[0].indexOf(value[1] as string) + 1,
      value[2] as string,
      TEXT.exec(args[(index as number) - 1]?.text.trimEnd() ?? '')?.[2] ?? '',
    );
  for (const { index: from, 0: whole, 2: named = '' } of text.slice(start, start + end).matchAll(NAMED))
    add(start + from + whole.length - 1 - named.length, named, '');
}

interface Argument {
  readonly text: string;
  /** Offset in the text after the opening bracket. */
  readonly at: number;
}

/** A string that is never closed ends with the text: trying it again at each of its quotes would take too long. */
const TOKEN = /(["'`])(?:(?!\1)[^\\]|\\[\s\S])*\1?|[()[\]{},]/g;

/** Splits the arguments of a call at its commas, up to its closing bracket. */
function splitArguments(text: string): { readonly args: readonly Argument[]; readonly end: number } {
  const args: Argument[] = [];
  let from = 0;
  let depth = 0;
  for (const { index, 0: token } of text.matchAll(TOKEN)) {
    if ('([{'.includes(token)) depth++;
    else if (token !== ',' && ')]}'.includes(token)) depth--;
    if (depth < 0 || (depth === 0 && token === ',')) {
      args.push({ text: text.slice(from, index), at: from });
      from = index + 1;
    }
    if (depth < 0) return { args, end: index };
  }
  return { args, end: text.length };
}

export const DSN_PROTOCOLS = ['@tcp(', '@tcp6(', '@unix(', '@cloudsql('] as const;

/** Finds `user:password` before the protocol of a Go database address: `bob:…@tcp(db:3306)/x`. */
export function findDsnPassword(text: string, at: number, scan: Scan): void {
  const word =
    text
      .slice(Math.max(0, at - 160), at)
      .split(/[\s"'`]/)
      .at(-1) ?? '';
  const login = word.replace(/^[\w.-]{0,60}=/, '').replace(/^[a-z+]{1,20}:\/\//, '');
  const colon = login.indexOf(':');
  const password = login.slice(colon + 1);
  if (colon >= 0 && isPasswordOf(password, { user: login.slice(0, colon), isWeb: false, isKnownHost: true }))
    scan.add(at - password.length, at, 'url-password');
}
