import { isSecondary, namesSecondary } from '../../kinds/secondary.ts';
import { toAsciiLower } from '../../lib/ascii.ts';

const MAX_CHARS = 40;

/**
 * Returns the label that starts the paths of each collection when several are packed or checked at once: its name as one unique path segment that
 * needs no quotation marks in a citation. A name such as `tests` would make all its files count as tests.
 */
export function toCollectionLabels(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const label = toLabel(name);
    let own = label;
    for (let n = 2; taken.has(toAsciiLower(own)); n++) own = `${label}-${n}`;
    taken.add(toAsciiLower(own));
    return own;
  });
}

function toLabel(name: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9_.\u00a1-\uffff]+/g, '-')
    .replace(/[\u2000-\u206f\u3000\ufeff]/g, '')
    .replace(/^[.-]+/, '');
  const label = cut(plain).replace(/[.-]+$/, '') || 'collection';
  const isMistaken = [true, false].some((isCode) => isSecondary(`${label}/a.x`, isCode)) || namesSecondary([label]);
  return isMistaken ? `the-${label}` : label;
}

/** Does not split surrogate pairs. */
function cut(text: string): string {
  return Array.from(text).slice(0, MAX_CHARS).join('');
}
