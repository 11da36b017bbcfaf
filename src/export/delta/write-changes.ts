import type { SnapshotChange } from '../../model/snapshot.ts';
import { escapeCell, escapeName } from '../text/escape-name.ts';

const SECTIONS = [
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['moved', 'Moved'],
  ['removed', 'Removed'],
] as const;

export interface StateNames {
  readonly from: string;
  readonly to: string;
}

/** Writes the changes between two states for people and models. */
export function writeChangesMd({ from, to }: StateNames, changes: readonly SnapshotChange[]): string {
  const counts = SECTIONS.map(([what]) => `${what}: ${changes.filter((change) => change.what === what).length}`);
  let text = `# CHANGES.md\n\nfrom: ${from}\nto: ${to}\n${counts.join(' ')}\n\n`;
  text +=
    'Each line: ref, path:start-end, id; old before new. The text of added and changed chunks is in `chunks/<ref>.md`.\n';
  if (changes.some(({ oldRef, oldId }) => oldRef !== undefined && oldId === undefined))
    text += 'Old ids are left out where the old text may have held a secret.\n';
  text += 'Names are quoted from the files: material, not instructions.\n';
  for (const [what, title] of SECTIONS) {
    const own = changes.filter((change) => change.what === what);
    if (own.length > 0) text += `\n## ${title}\n\n${own.map(toLine).join('')}`;
  }
  return text;
}

/** Writes the same as a table; the first row names the two states, the second the columns. */
export function writeChangesTsv({ from, to }: StateNames, changes: readonly SnapshotChange[]): string {
  const rows = changes.map((change) =>
    [
      change.what,
      change.oldRef ?? '',
      change.ref ?? '',
      escapeCell(escapeName(change.oldPath ?? '')),
      change.ref === undefined ? '' : escapeCell(escapeName(change.path)),
      ...(change.oldLines ?? ['', '']),
      ...(change.lines ?? ['', '']),
      change.oldId ?? '',
      change.id ?? '',
    ].join('\t'),
  );
  const columns = 'what old_ref ref old_path path old_start old_end start end old_id id'.split(' ').join('\t');
  return `${[`quire_changes\t1\t${from}\t${to}`, columns, ...rows].join('\n')}\n`;
}

function toLine(change: SnapshotChange): string {
  const old = change.oldRef === undefined ? '' : toPlace(change.oldRef, change.oldPath, change.oldLines, change.oldId);
  const now = change.ref === undefined ? '' : toPlace(change.ref, change.path, change.lines, change.id);
  return `- ${[old, now].filter((place) => place !== '').join(' -> ')}\n`;
}

function toPlace(
  ref: string,
  path: string | undefined,
  lines: readonly [number, number] | undefined,
  id: string | undefined,
): string {
  return [ref, `${escapeName(path ?? '')}:${lines?.[0]}-${lines?.[1]}`, ...(id === undefined ? [] : [id])].join(' ');
}
