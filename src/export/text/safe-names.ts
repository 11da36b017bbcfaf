import { toAsciiLower } from '../../lib/ascii.ts';
import { trimEndOf } from '../../lib/trim-end.ts';

/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\.|$)/;

/**
 * Makes one name below `images/` for every path, the same for every export of the same paths: safe to unpack on Windows, unique without regard to
 * case. `collisions` lists the paths that were renamed.
 */
export function toSafeNames(paths: readonly string[]): {
  readonly names: ReadonlyMap<string, string>;
  readonly collisions: readonly string[];
} {
  const names = new Map<string, string>();
  const collisions: string[] = [];
  const used = new Set<string>();
  for (const path of paths) {
    const preferred = path.split('/').map(toSafeSegment).join('/');
    const name = toFreeName(preferred, used);
    if (name !== preferred) collisions.push(path);
    used.add(foldCase(name));
    names.set(path, name);
  }
  return { names, collisions };
}

export function toSafeSegment(segment: string): string {
  const clean = segment.replace(/[\u0000-\u001f\u007f<>:"|?*\\]/g, '_');
  let safe = trimEndOf(clean, '. ').padEnd(clean.length, '_');
  if (DEVICES.test(toAsciiLower(safe))) safe = `_${safe}`;
  return safe === '' ? '_' : safe;
}

function toFreeName(preferred: string, used: ReadonlySet<string>): string {
  if (!used.has(foldCase(preferred))) return preferred;
  const dot = preferred.lastIndexOf('.');
  const cut = dot > preferred.lastIndexOf('/') + 1 ? dot : preferred.length;
  for (let n = 2; ; n++) {
    const name = `${preferred.slice(0, cut)}~${n}${preferred.slice(cut)}`;
    if (!used.has(foldCase(name))) return name;
  }
}

/** Folds Latin, Greek and Cyrillic by arithmetic: `toLowerCase` follows the Unicode version of the engine [E2]. */
function foldCase(name: string): string {
  return toAsciiLower(name).replace(/[\u00c0-\u00de\u0100-\u017f\u0391-\u03a9\u0400-\u042f]/g, (char) => {
    const code = char.charCodeAt(0);
    if (code === 0xd7) return char;
    if (code >= 0x100 && code <= 0x17f) return String.fromCharCode(code | 1);
    return String.fromCharCode(code + (code >= 0x400 && code < 0x410 ? 80 : 32));
  });
}
