/**
 * Chromium's directory handles silently omit entries whose names would be unsafe on some platform: reserved characters and device
 * names, format characters (so also emoji families), blank ends, shell shortcuts. The older entries of a drop list them all.
 */
const UNSAFE =
  /["*:<>?\\|\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]|^\s|[\s.]$/;
const RESERVED = /^(con|prn|aux|nul|clock\$|com\d|lpt\d)(\.|$)|^(desktop\.ini|thumbs\.db)$|\.(lnk|local|scf|url)$/i;

/** Returns whether a name, or any name in a path, is one of them. */
export function isUnseenByHandles(path: string): boolean {
  return path.split('/').some((name) => UNSAFE.test(name) || RESERVED.test(name));
}
