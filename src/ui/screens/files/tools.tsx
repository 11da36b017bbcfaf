import { useMemo } from 'react';
import { Select } from '../../kit/field.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import { formatCount } from '../../text/format.ts';
import { words } from '../../words/words.ts';
import { countShown, SHOWS, type Show } from './show.ts';
import type { FileListing } from './use-listing.ts';

export type FilesView = 'tree' | 'map' | 'warnings';

interface SwitchProps {
  readonly view: FilesView;
  /** On wide screens the map is next to the tree; on narrow ones it is a separate view. */
  readonly hasMap: boolean;
  readonly warnings: number;
  readonly onChange: (view: FilesView) => void;
}

export function ViewSwitch({ view, hasMap, warnings, onChange }: SwitchProps) {
  const all = ['tree', 'map', 'warnings'] as const;
  // An empty list of warnings is not offered.
  const offered = all.filter((name) =>
    name === 'map' ? hasMap : name !== 'warnings' || warnings > 0 || view === name,
  );
  if (offered.length === 1) return null;
  const toLabel = (name: FilesView) =>
    name === 'warnings' ? `${words.files.warnings} ${formatCount(warnings)}` : words.files.view[name];
  return <Segmented value={view} options={offered.map((name) => [name, toLabel(name)])} onChange={onChange} />;
}

interface ShowProps {
  readonly listing: FileListing;
  readonly show: Show;
  readonly onChange: (show: Show) => void;
}

/** A choice of lists, one for each number in a summary. Empty lists are not offered. */
export function ShowSelect({ listing, show, onChange }: ShowProps) {
  // Memoized: typing in the filter renders this again, and counting visits every path.
  const counts = useMemo(() => countShown(listing), [listing]);
  const offered = SHOWS.filter((one) => one === 'all' || one === show || counts[one] > 0);
  if (offered.length === 1) return null;
  const toLabel = (one: Show) =>
    one === 'all' ? words.files.shows.all : `${words.files.shows[one]} (${formatCount(counts[one])})`;
  return (
    <Select
      aria-label={words.files.show}
      value={show}
      options={offered.map((one) => [one, toLabel(one)] as const)}
      onChange={onChange}
    />
  );
}
