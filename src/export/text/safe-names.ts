import { toAsciiLower } from '../../lib/ascii.ts';

/** Names that Windows keeps for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\.|$)/;

/**
 * One name below `images/` for every path, the same for every export of the same paths: safe to unpack on Windows, unique where case does
 * not count. `collisions` are the paths that had to give way.
 */
export function toSafeNames(paths: readonly string[]): {
  readonly names: ReadonlyMap<string, string>;
  readonly collisions: readonly string[];
} {
  const names = new Map<string, string>();
  const collisions: string[] = [];
  const taken = new Set<string>();
  for (const path of paths) {
    const wanted = path.split('/').map(toSafeSegment).join('/');
    const name = toFreeName(wanted, taken);
    if (name !== wanted) collisions.push(path);
    taken.add(foldCase(name));
    names.set(path, name);
  }
  return { names, collisions };
}

/** One file or directory name. */
export function toSafeSegment(segment: string): string {
  let safe = segment
    .replace(/[\u0000-\u001f\u007f<>:"|?*\\]/g, '_')
    .replace(/[. ]+$/, (tail) => '_'.repeat(tail.length));
  if (DEVICES.test(toAsciiLower(safe))) safe = `_${safe}`;
  return safe === '' ? '_' : safe;
}

function toFreeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(foldCase(wanted))) return wanted;
  const dot = wanted.lastIndexOf('.');
  const cut = dot > wanted.lastIndexOf('/') + 1 ? dot : wanted.length;
  for (let n = 2; ; n++) {
    const name = `${wanted.slice(0, cut)}~${n}${wanted.slice(cut)}`;
    if (!taken.has(foldCase(name))) return name;
  }
}

/** Latin, Greek and Cyrillic by arithmetic: `toLowerCase` follows the Unicode version of the engine [E2]. */
function foldCase(name: string): string {
  return toAsciiLower(name).replace(/[\u00c0-\u00de\u0100-\u017f\u0391-\u03a9\u0400-\u042f]/g, (char) => {
    const code = char.charCodeAt(0);
    if (code === 0xd7) return char;
    if (code >= 0x100 && code <= 0x17f) return String.fromCharCode(code | 1);
    return String.fromCharCode(code + (code >= 0x400 && code < 0x410 ? 80 : 32));
  });
}
