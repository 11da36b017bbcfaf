import type { JobSummary } from '../../model/job.ts';
import { formatCompact, formatCount } from '../text/format.ts';

/**
 * Texts of the frame around every place and of the first screen: they are in the first load. Screens load the words of their own file.
 * Names that tests rely on are here too: change them with care.
 */

/** Changes of a sync in words, and its counts. */
interface SyncedParts extends Pick<JobSummary, 'skipped' | 'failed'> {
  readonly parts: readonly string[];
}

export const words = {
  appName: 'Quire',
  starting: 'Starting the engine…',
  loadingScreen: 'Opening…',
  places: {
    label: 'Places',
    more: 'More',
    library: 'Library',
    search: 'Search',
    files: 'Files',
    pack: 'Pack',
    export: 'Export',
    jobs: 'Jobs',
    changes: 'Changes',
    settings: 'Settings',
    pages: 'Pages',
    selections: 'Selections',
    cite: 'Check an answer',
    diagnostics: 'Diagnostics',
  },
  skipToContent: 'Skip to content',
  common: {
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    download: 'Download',
    undo: 'Undo',
    save: 'Save',
    remove: 'Remove',
    retry: 'Try again',
    loading: 'Loading…',
    notLoaded: 'This could not be loaded. Nothing was changed.',
    yes: 'yes',
    no: 'no',
    estimated: 'Estimated at four characters per token.',
    copied: 'Copied.',
    copyFailed: "The browser didn't allow copying. Select the text and copy it by hand.",
  },
  count: {
    files: (n: number) => `${formatCompact(n)} ${n === 1 ? 'file' : 'files'}`,
    filesWithText: (n: number) => `${formatCompact(n)} ${n === 1 ? 'file' : 'files'} with text`,
    chunks: (n: number) => `${formatCompact(n)} ${n === 1 ? 'chunk' : 'chunks'}`,
    tokens: (n: number) => `${formatCompact(n)} tokens`,
    tokensShort: (n: number) => `~${formatCompact(n)} tokens`,
    tokensExact: (n: number) => `${formatCount(n)} tokens`,
    requests: (n: number) => `${formatCount(n)} ${n === 1 ? 'request' : 'requests'}`,
    pages: (n: number) => `${formatCompact(n)} ${n === 1 ? 'page' : 'pages'}`,
    warnings: (n: number) => `${formatCount(n)} ${n === 1 ? 'warning' : 'warnings'}`,
    places: (n: number) => `${formatCount(n)} ${n === 1 ? 'place' : 'places'}`,
  },
  status: {
    engine: 'Engine',
    opening: 'Opening the published collection…',
    singlePage:
      'This page is one file with its collection. It fetches and stores nothing, and token counts are estimates.',
    besideFailed: "This site's collection couldn't be opened.",
    label: 'Status',
    requests: 'Network requests',
    ready: 'Ready offline',
    online: 'Online only',
    offline: 'Offline',
    updateNow: 'Update ready',
    importing: (done: number, total: number) =>
      total === 0 ? 'Importing…' : `Importing ${formatCount(done)} of ${formatCount(total)}`,
    updateReady: 'A new version is ready.',
    updateWaits: 'The new version waits for a running job. Every tab reloads when it has ended.',
    update: 'Reload to update',
    lacks: {
      storage: {
        title: "Storage isn't available",
        text: 'Everything is lost when you close this page. Export what you need.',
      },
      files: {
        title: 'Slower storage',
        text: 'This browser has no private file system, so collections are stored in IndexedDB. Everything works, but more slowly.',
      },
      worker: {
        title: "The worker didn't start",
        text: 'The engine runs in the page instead. The page may stutter while files are indexed.',
      },
      wasm: {
        title: 'WebAssembly is off',
        text: 'The JavaScript engine runs instead. It is slower, handles up to about 50 MB, and finds no code symbols.',
      },
    },
  },
  add: {
    label: 'Add a source',
    title: 'Drop a folder here',
    purpose: 'Search it right away, then give the right parts to a model.',
    subtitle: 'or files, a zip or tar, an earlier export, or the address of a documentation site or repository.',
    over: 'Drop to import',
    chooseFolder: 'Choose folder',
    chooseFiles: 'Choose files',
    addSite: 'Add site',
    openSample: 'Open sample',
    paste: 'Paste text',
    restore: 'Restore a backup',
    folderHint: 'Everything in it, respecting .gitignore',
    filesHint: 'Files, a zip or tar, or an export',
    siteHint: 'Your browser fetches its pages',
    sampleHint: 'The Quire docs, to try things out',
    noFolder: "This browser can't open folders. Drop one here, or choose a zip of it.",
    noSites: 'Crawling needs web workers, and this browser blocks them here. Save the pages and drop them instead.',
    privacy: 'Nothing is uploaded.',
    privacyMore: 'Import, indexing and search happen in this page, and it works offline.',
    requestsSoFar: (requests: string) => `${requests} so far`,
    reading: 'Checking what you dropped…',
    nothing: 'Drop files, a folder or a web address. To add text, choose Paste text.',
    isEmpty: (name: string) => `“${name}” is empty. Nothing was imported.`,
    noText: (name: string) => `“${name}” has no readable text. Nothing was imported.`,
    zeroBytes: (name: string) => `“${name}” is 0 bytes long. Nothing was imported.`,
    sampleMissing: "The sample isn't on this device yet. Open it once while you're online.",
    newCollection: 'New collection',
  },
  failure: {
    title: 'This part of the page stopped working',
    text: 'The rest still works, and your data is unchanged.',
    chunk: "A part of the app didn't load. You may be offline, or a new version is out. Reload the page.",
    reload: 'Reload the page',
    report: 'Copy report',
    reportHint: 'The report contains none of your content.',
    start: "The engine didn't start",
  },
  layout: { resizeFilters: 'Resize filters', resizeResults: 'Resize results', resizeTree: 'Resize tree' },
  switcher: { label: 'Collection', none: 'No collection', manage: 'All collections…', fresh: 'New collection…' },
  toasts: {
    deleted: (name: string) => `“${name}” deleted.`,
    sourceRemoved: (name: string) => `“${name}” removed from the collection.`,
    synced: (name: string, { parts: changed, skipped, failed }: SyncedParts) => {
      const parts = [...changed, ...(failed > 0 ? [`${formatCount(failed)} failed`] : [])];
      if (parts.length === 0)
        return `“${name}” is up to date${skipped > 0 ? `, ${formatCount(skipped)} skipped` : ''}.`;
      return `“${name}” synced: ${parts.join(', ')}.`;
    },
    finished: ({ indexed, unchanged, withoutText, waiting = 0, skipped, failed }: JobSummary) => {
      const same = unchanged === 0 ? '' : ` ${formatCount(unchanged)} unchanged,`;
      const late = waiting === 0 ? '' : ` ${formatCount(waiting)} waiting for their readers,`;
      const blank = withoutText === 0 ? '' : ` ${formatCount(withoutText)} with no readable text,`;
      return `Finished: ${formatCount(indexed)} indexed,${same}${late}${blank} ${formatCount(skipped)} skipped, ${formatCount(failed)} failed.`;
    },
    questionKept: 'Kept with the questions in Export. Quire checks it after each sync.',
    showQuestions: 'Show',
    questions: (lost: number, all: number) =>
      lost === 0
        ? `${formatCount(all)} ${all === 1 ? 'question' : 'questions'} checked. None lost its answer.`
        : `${formatCount(lost)} of ${formatCount(all)} questions lost their answer.`,
  },
  /** Collections that can be restored. */
  deleted: {
    title: (n: number) => `Recently deleted (${formatCount(n)})`,
    hint: 'Deleted collections can be restored for 30 days, or until this device needs the space.',
    until: (date: string) => `until ${date}`,
    restore: 'Restore',
    purge: 'Delete now',
  },
  /** The pack in the header: what the user added. */
  meter: (added: number) => `Pack: ${formatCount(added)} added`,
  searchBox: {
    label: 'Search this collection',
    clear: 'Clear search',
  },
  scope: {
    label: 'Scope',
    one: 'This collection',
    all: 'All collections',
    shortOne: 'This',
    short: 'All',
    search: 'Search all collections',
    searchIn: (group: string) => `Search in ${group}`,
    choose: 'Some collections …',
    each: 'Search in',
    facet: 'Collection',
    unnamed: 'Unnamed collection',
  },
} as const;
