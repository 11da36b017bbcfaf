import { formatBytes, formatCount } from '../../text/format.ts';
import type { diagnosticsWords } from '../../words/diagnostics.ts';
import { words } from '../../words/words.ts';
import type { Figures } from './read-figures.ts';

type GroupName = keyof typeof diagnosticsWords.groups;

interface FigureRow {
  readonly name: string;
  readonly text: string;
  /** The value in the copied text. */
  readonly exact: string;
}

const PREFIXES: readonly (readonly [RegExp, GroupName])[] = [
  [/^engine_/, 'engine'],
  [/^store_/, 'store'],
  [/^collections?(?:_|$)/, 'collection'],
  [/^(?:jobs|sites)_/, 'jobs'],
];

/** Groups figures by subject. Skips empty ones. */
export function groupFigures(figures: Figures): ReadonlyMap<GroupName, readonly FigureRow[]> {
  const groups = new Map<GroupName, FigureRow[]>();
  for (const [name, value] of Object.entries(figures)) {
    if (value === '') continue;
    const group = PREFIXES.find(([pattern]) => pattern.test(name))?.[1] ?? 'page';
    const rows = groups.get(group) ?? [];
    rows.push({ name: toName(name, group), text: toText(name, value), exact: String(value) });
    groups.set(group, rows);
  }
  return groups;
}

function toName(name: string, group: GroupName): string {
  const own = group === 'jobs' ? name : name.replace(/^(?:engine|store|collection)_/, '');
  return own.replace(/_bytes$/, '').replaceAll('_', ' ');
}

function toText(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? words.common.yes : words.common.no;
  if (typeof value === 'string') return value;
  if (name.endsWith('_bytes_per_sec')) return `${formatBytes(value)}/s`;
  return name.endsWith('_bytes') ? formatBytes(value) : formatCount(value);
}
