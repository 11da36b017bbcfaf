import type { FileWithoutText } from '../../model/chunk.ts';
import type { SkipReason } from '../../model/skip.ts';
import { formatCompact, formatCount } from '../text/format.ts';
import type { FileChange } from '../text/group-by-file.ts';
import { words } from './words.ts';

const NO_TEXT: Partial<Record<FileWithoutText['reason'], string>> = {
  empty: 'empty',
  incomplete: 'waiting for its reader',
  binary: 'binary',
  encrypted: 'encrypted',
  unreadable: 'damaged, or not the type its name says',
  encoding: 'not readable as text',
  'no-text': 'no text, only pictures',
  'undecoded-text': 'text that could not be decoded',
};

export const rulesWords = {
  button: 'Included files',
  intro: 'One pattern per line, as in .gitignore; {a,b} works too. Applies from the next sync.',
  include: 'Include',
  includeHint:
    'With a wildcard, such as src/** or *.md, only matching files are imported. A plain path imports a file even if .gitignore excludes it.',
  exclude: 'Exclude',
  excludeHint: 'Such as **/tests/** or *.po. Overrides everything else.',
  later: 'Saved. Choose the source again in the Library to import it with these rules.',
} as const;

export const editorWords = {
  title: 'Open in my editor',
  menu: 'Open in my editor…',
  editor: 'Editor',
  other: 'Another one',
  template: 'Address',
  templateHint: '{path} is the path of the file, {line} its line. Such as mine://open?file={path}&line={line}.',
  badTemplate: 'Enter an address of your editor that has {path}. Web addresses are not editors.',
  folder: (name: string) => `Where “${name}” is on this computer`,
  folderHint: 'Your browser does not tell. Stays in this browser.',
  badFolder: 'Enter the whole path, such as /home/me/project or C:\\work\\project.',
  open: (editor: string, line: number) => `Open in ${editor} at line ${formatCount(line)}`,
  openFile: (editor: string) => `Open in ${editor}`,
  mine: 'my editor',
} as const;

export const libraryWords = {
  filter: 'Filter collections',
  noMatch: 'No matching collections.',
  current: 'Currently open',
  synced: (ago: string) => `synced ${ago}`,
  never: 'not yet synced',
  open: 'Open',
  more: (name: string) => `More for ${name}`,
  moreSource: (name: string) => `More for the source ${name}`,
  rename: 'Rename',
  renameTitle: 'Rename collection',
  group: {
    title: 'Search some collections',
    confirm: 'Search',
    list: 'Collections',
    name: 'Name of the group',
    hint: 'The group is kept under this name in the list of scopes.',
    remove: 'Delete group',
  },
  name: 'Name',
  duplicate: 'Duplicate',
  duplicateName: (name: string) => `${name} copy`,
  delete: 'Delete',
  sync: 'Sync',
  syncAll: 'Sync all again',
  pause: 'Pause following',
  follow: 'Follow changes',
  /** For browsers that can't read a folder again: the file chooser opens. */
  pickAgain: (name: string) => `Choose “${name}” again`,
  removeSource: 'Remove source',
  evicted: "The browser deleted this collection's files to free space. Sync its sources to bring it back.",
  published: 'Published by someone else; loaded as you search. To keep a copy, go to Export.',
  publishedMark: 'Published',
  locked: 'This collection is encrypted. Enter the passphrase, the key or the whole link that you were given.',
  secret: 'Link, key or passphrase',
  wholeFiles: (bytes: string) =>
    `This host doesn't support range requests, so the first searches take longer. ${bytes} loaded so far.`,
  readOnly: 'A newer version of Quire saved this collection. You can search it here, but not change it.',
  storage: 'Storage on this device',
  used: (used: string, quota: string) => `${used} of about ${quota}`,
  backend: {
    opfs: "Stored in this browser's private file system.",
    idb: "Stored in IndexedDB, because the private file system isn't available here.",
    disk: 'Stored in a folder of this computer.',
    memory: "Storage isn't available. Everything is lost when you close this page. Export what you need.",
  },
  persisted: "The browser won't delete your data on its own.",
  notPersisted: 'The browser may delete your data when the disk is full.',
  askPersist: 'Keep my data',
  persistRefused:
    "The browser declined, so it may still delete your data. It usually agrees once you've installed the app or used it more.",
  sources: 'Sources',
  permission: {
    title: (name: string) => `Let Quire read “${name}”?`,
    asking: 'Your browser asks whether this page may read the folder. Allow it there to continue.',
    refused:
      'The browser gave no permission, so nothing was imported. What was saved before is safe. Ask again, or choose the folder again in the Library.',
    again: 'Ask again',
  },
  types: {
    folder: 'folder',
    files: 'files',
    archive: 'archive',
    paste: 'pasted',
    site: 'site',
    repository: 'repository',
    import: 'import',
    sample: 'sample',
  },
  partlyRead: (name: string, files: number) =>
    files === 0
      ? `The import of “${name}” was interrupted before anything was saved.`
      : `The import of “${name}” was interrupted. ${formatCount(files)} ${files === 1 ? 'file is' : 'files are'} saved.`,
  withoutOutline: (n: number) =>
    `${n === 1 ? 'One file is waiting for its reader' : `${formatCount(n)} files are waiting for their readers`}, which ${n === 1 ? 'is' : 'are'} not on this device yet or failed. Until then, code is searched as plain text and documents can't be searched. Quire tries again when you're online or press Try again.`,
  interrupted: 'The import is incomplete. Sync to import the rest.',
  crashed: (path: string) =>
    `The tab crashed while Quire read “${path}”. That file is skipped until you choose Try again; everything else is imported.`,
  suspects: (first: string, last: string) =>
    first === last
      ? `The tab crashed, perhaps because of “${first}”. The next import reads it last.`
      : `The tab crashed while Quire read the files from “${first}” to “${last}”. The next import reads them last, one at a time.`,
  siteOptions: 'Options…',
  branch: 'Branch…',
  atCommit: (commit: string) => `at ${commit}`,
  recognise: 'Recognise text in pictures…',
  ocrUnfinished: 'Text recognition was stopped before its end. Pages that are done are saved and searchable.',
} as const;

export const filesWords = {
  tree: 'Files',
  filter: 'Filter files',
  sort: 'Sort by',
  sorts: { name: 'Name', tokens: 'Tokens', size: 'Size' },
  show: 'Show',
  shows: {
    all: 'All files',
    waiting: 'Waiting for a reader',
    'without-text': 'No readable text',
    skipped: 'Skipped',
    failed: 'Failed',
  },
  noTextReason: (reason: FileWithoutText['reason']) => NO_TEXT[reason] ?? 'no readable text',
  noText: (reason: FileWithoutText['reason']) =>
    reason === 'empty'
      ? 'This file is empty.'
      : reason === 'incomplete'
        ? "The reader for this format isn't on this device yet. The file is imported once it is."
        : reason === 'no-text'
          ? 'This document has no text: its pages are pictures or blank.'
          : reason === 'undecoded-text'
            ? 'The text of this document could not be decoded: its fonts do not say which letters they draw. To search it, let Quire recognise the text in its pictures.'
            : `This file can't be searched: ${NO_TEXT[reason] ?? 'no readable text'}.`,
  noFailures: 'No file failed.',
  failures: {
    unreadable: "This file couldn't be read.",
    unfinished: 'Its reader failed or took too long. The next sync tries again.',
    crashed: 'The tab crashed while Quire was reading this file, so it is skipped until you choose Try again.',
  } as Partial<Record<SkipReason, string>> & { readonly unreadable: string },
  selected: (n: number, tokens: number) =>
    `${formatCount(n)} ${n === 1 ? 'file' : 'files'} selected · ~${formatCompact(tokens)} tokens`,
  packThese: 'Pack these',
  always: 'Always include',
  alwaysDone: (n: number) => `${formatCount(n)} ${n === 1 ? 'file is' : 'files are'} in the pack, whole.`,
  editSelection: 'Edit selection',
  includeHint: 'Include it with Enter.',
  clear: 'Clear',
  view: { tree: 'Tree', map: 'Map', papers: 'Papers', notes: 'Notes' },
  mapTitle: 'Tokens by folder',
  mapUp: 'Up',
  mapViews: { map: 'Map', table: 'Table' },
  mapTable: 'Tokens, largest first',
  mapColumns: ['Name', 'Kind', 'Tokens', 'Share'],
  mapRest: (n: number) => `${formatCount(n)} more with fewer tokens`,
  folderOf: (kind: string) => `folder, mostly ${kind}`,
  skippedCount: (n: number) => `${formatCount(n)} skipped`,
  warnings: 'Warnings',
  noMatch: 'No matching files.',
  noneTitle: 'No files yet',
  none: 'Files of your sources appear here with their token counts, and skipped paths with the reason.',
  addSource: 'Add source',
  reasons: {
    ignored: 'ignored by',
    default: 'skipped by default:',
    excluded: 'excluded by you:',
    'not-included': 'not in your Include patterns:',
    'too-large': 'too large',
    total: 'the collection is at its size limit',
    unreadable: "couldn't be read",
    unfinished: 'took too long to read',
    crashed: 'crashed the tab',
    symlink: 'symbolic link',
    submodule: 'submodule (another repository)',
    'not-a-file': 'not a file',
  } satisfies Record<SkipReason, string>,
  exactSize: (tokens: number, bytes: number) => `${formatCount(tokens)} tokens, ${formatCount(bytes)} bytes`,
  limitActual: (actual: string, limit: string) => `${actual}, limit ${limit}`,
} as const;

export const changesWords = {
  from: 'From',
  to: 'To',
  noneTitle: 'No changes yet',
  none: 'After the next sync, this page shows what was added, changed, moved or removed, file by file and word by word.',
  goSync: 'Sync in the Library',
  same: 'Nothing changed between these snapshots.',
  what: { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' },
  files: { added: 'Added', removed: 'Removed', renamed: 'Renamed', changed: 'Changed', moved: 'Moved' },
  counted: (what: FileChange, n: number) => `${formatCount(n)} ${what}`,
  renamedFrom: (path: string) => `Renamed from ${path}.`,
  movedFrom: (path: string) => `moved here from ${path}`,
  onlyMoved: (n: number) =>
    n === 1 ? 'One chunk moved; its text is unchanged.' : `${formatCount(n)} chunks moved; their text is unchanged.`,
  onlySpace: 'Only spaces or line breaks changed.',
  oldLost: 'The earlier text is no longer stored. This is the current text.',
  newLost: 'The later text is no longer stored.',
  sameGap: (chars: string) => `${chars} unchanged characters`,
  longGap: (chars: string) => `${chars} more characters`,
  showMore: (n: number) => `Show more (${formatCount(n)} left)`,
  showMoreFiles: (n: number) => `Show more files (${formatCount(n)} left)`,
  snapshot: (files: number, chunks: number) => `${words.count.files(files)}, ${words.count.chunks(chunks)}`,
  list: 'Changes',
  lines: (lines: string) => `lines ${lines}`,
  impact: 'Pack these changes',
  impactHint: 'The diff from then to now, code that uses the changed names, and its tests.',
} as const;
