import { toAsciiLower } from '../../lib/ascii.ts';
import { isPlaceholder, looksChosen, looksRandom } from './looks-random.ts';
import type { Scan } from './scan.ts';

const SCHEME = /(?:^|[^a-z0-9])([a-z][a-z0-9+.-]{1,20})$/i;
/** A password may hold `:`, `/` and `@`: it ends before the last `@` that a host follows. */
const USER_INFO =
  /([^\s:@/"'`<>?#()[\]{}|]{0,128}):([^\s"'`<>\\]{1,256}?)@(?=(\[?[A-Za-z0-9][A-Za-z0-9._-]{0,253})(?:[/?#:\s"'`<>,;)\]\\&]|$))/y;
/** Web schemes, common in documentation. */
const WEB = /^(?:https?|git|wss?|uri|url|git\+https?)$/;
const NO_HOST =
  /^(?:\[|localhost|127\.|0\.0\.|example\.|sha\d|.*\.example\.|.*\.(?:test|invalid|example)$|host(?:name)?$|server$|proxy$|domain)/;

/** Finds `scheme://user:password@host`; called at `://`. */
export function findUrlPassword(text: string, at: number, scan: Scan): void {
  const scheme = SCHEME.exec(text.slice(Math.max(0, at - 22), at))?.[1];
  if (scheme === undefined) return;
  USER_INFO.lastIndex = at + 3;
  const match = USER_INFO.exec(text);
  if (!match) return;
  const [, user = '', password = '', host = ''] = match;
  // `host:8080/logo@2x.png`: a port and a path.
  if (/^[0-9]{1,5}[/?#]/.test(password) || (/[/?#]/.test(password) && /[./]/.test(user))) return;
  if (
    !isPassword(password, {
      user,
      isWeb: WEB.test(toAsciiLower(scheme)),
      isKnownHost: !NO_HOST.test(toAsciiLower(host)),
    })
  )
    return;
  const start = at + 3 + user.length + 1;
  scan.add(start, start + password.length, 'url-password');
}

function isPassword(
  password: string,
  { user, isWeb, isKnownHost }: { user: string; isWeb: boolean; isKnownHost: boolean },
): boolean {
  if (looksRandom(password)) return true;
  if (!looksChosen(password) || toAsciiLower(password) === toAsciiLower(user) || isPlaceholder(user)) return false;
  if (/^(?:p|pw|pwd|key|\d{1,3})$|^(?:pass|user|test)/i.test(password) || /^\$|[{}]|\.\.\.|%[sd(]/.test(password))
    return false;
  if (isWeb)
    return isKnownHost && password.length >= 6 && /[0-9!#$%^&*+=]/.test(password) && !/^[0-9.:]+$/.test(password);
  return isKnownHost || /[0-9!#$%^&*+=]/.test(password);
}
