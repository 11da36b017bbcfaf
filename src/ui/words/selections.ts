import { formatBytes, formatCompact, formatCount } from '../text/format.ts';

/** Named parts of a collection. */
export const selectionsWords = {
  selections: {
    intro:
      'Named parts of this collection. Packs and exports use the current selection, and the files you tick are added to it.',
    list: 'Your selections',
    from: 'Selection',
    edit: 'Edit',
    save: 'Save selection',
    saved: (name: string) => `Saved as “${name}”.`,
    everything: 'Everything',
    unnamed: 'Unnamed selection',
    add: 'New selection',
    removed: (name: string) => `Deleted “${name}”.`,
    name: 'Name',
    ticks: 'Ticked files and folders',
    noTicks: 'None. A selection without ticks, patterns or chunks contains everything.',
    tickMore: 'Tick in Files',
    clearTicks: 'Clear ticks',
    remove1: (name: string) => `Remove ${name}`,
    include: 'Include',
    includeHint: 'One pattern per line, such as docs/** or *.py. Adds to the files you ticked.',
    exclude: 'Exclude',
    excludeHint:
      'One pattern per line, such as **/tests/** or *.po. Overrides everything except chunks you added by hand.',
    picks: 'Chunks',
    noPicks: 'None. Save a pack as a selection to keep the chunks you added to it.',
    clearPicks: 'Remove all chunks',
    emptied: 'Chunks removed from the selection.',
    gone: 'no longer in the collection',
    goneCount: (n: number) => `${formatCount(n)} ${n === 1 ? 'item is' : 'items are'} no longer there`,
    unused: (globs: string) => `These patterns match no file: ${globs}`,
    facts: (files: number, chunks: number, tokens: number, bytes: number) =>
      `${formatCount(files)} ${files === 1 ? 'file' : 'files'}, ${formatCount(chunks)} ${chunks === 1 ? 'chunk' : 'chunks'}, ~${formatCompact(tokens)} tokens, ${formatBytes(bytes)}`,
    not: (globs: string) => `not ${globs}`,
    picked: (n: number) => `${formatCount(n)} ${n === 1 ? 'chunk' : 'chunks'}`,
    more: (n: number) => `+${formatCount(n)}`,
    pack: 'Make a pack',
    export: 'Export selection',
  },
} as const;
