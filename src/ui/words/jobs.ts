import type { JobSummary, Phase } from '../../model/job.ts';
import type { CrawlSummary, FailCode } from '../../model/site/site.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { describeAction } from './problems.ts';

/** Long work: folders, exports and sites. */
export const jobsWords = {
  jobs: {
    title: 'Jobs',
    noneTitle: 'Nothing is running',
    none: 'Folders being read, sites being fetched and exports being made are shown here, and what came of them.',
    goLibrary: 'Add a source in the library',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    cut: 'It stopped at its limit of pages; the rest was left out.',
    retryFailed: 'Retry failed',
    cancel: 'Cancel',
    cancelHint: 'What is done stays.',
    searchable: 'Every file can be searched now; headings and symbols of code follow.',
    progress: 'Progress',
    phases: {
      scan: 'Looking',
      read: 'Reading',
      chunk: 'Chunking',
      outline: 'Outlining',
      index: 'Indexing',
      save: 'Saving',
      fetch: 'Fetching',
      write: 'Writing',
    } satisfies Record<Phase, string>,
    states: {
      preparing: 'preparing',
      running: 'running',
      paused: 'paused',
      stopping: 'stopping',
      stopped: 'stopped',
      done: 'done',
      failed: 'failed',
    },
    types: {
      ingest: 'Reading',
      sync: 'Syncing',
      outline: 'Outlining',
      export: 'Exporting',
      import: 'Importing',
      crawl: 'Fetching',
      verify: 'Checking',
      analysis: 'Analysing',
    },
    doneTypes: {
      ingest: 'Read',
      sync: 'Synced',
      outline: 'Outlined',
      export: 'Exported',
      import: 'Imported',
      crawl: 'Fetched',
      verify: 'Checked',
      analysis: 'Analysed',
    },
    waits: (running: string) => `Waiting. ${describeAction(running)}`,
    found: (n: number) => `${formatCount(n)} found so far`,
    ofTotal: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}`,
    rate: (perSec: number) => `${formatBytes(perSec)}/s`,
    left: (text: string) => `about ${text} left`,
    took: (text: string) => `took ${text}`,
    indexed: (n: number) => `${formatCount(n)} indexed`,
    unchanged: (n: number) => `${formatCount(n)} unchanged`,
    removed: (n: number) => `${formatCount(n)} removed`,
    withoutText: (n: number) => `${formatCount(n)} without text`,
    skipped: (n: number) => `${formatCount(n)} left out`,
    failed: (n: number) => `${formatCount(n)} failed`,
    synced: (name: string, { indexed, removed, skipped, failed }: JobSummary) => {
      const parts = [
        indexed > 0 ? `${formatCount(indexed)} new or changed` : '',
        removed > 0 ? `${formatCount(removed)} removed` : '',
        failed > 0 ? `${formatCount(failed)} failed` : '',
      ].filter(Boolean);
      if (parts.length === 0)
        return `“${name}” is up to date${skipped > 0 ? `, ${formatCount(skipped)} left out` : ''}.`;
      return `“${name}” synced: ${parts.join(', ')}.`;
    },
    finished: ({ indexed, unchanged, withoutText, skipped, failed }: JobSummary) => {
      const same = unchanged === 0 ? '' : ` ${formatCount(unchanged)} unchanged,`;
      const blank = withoutText === 0 ? '' : ` ${formatCount(withoutText)} without text,`;
      return `Done: ${formatCount(indexed)} indexed,${same}${blank} ${formatCount(skipped)} left out, ${formatCount(failed)} failed.`;
    },
    crawled: ({ saved, removed, filtered, errors }: CrawlSummary) => {
      const gone = removed === 0 ? '' : ` ${formatCount(removed)} removed,`;
      return `Done: ${formatCount(saved)} kept,${gone} ${formatCount(filtered)} left out, ${formatCount(errors)} failed.`;
    },
    removedPages: (n: number) => `${formatCount(n)} ${n === 1 ? 'page was' : 'pages were'} removed: gone from the site`,
    restore: 'Restore',
    held: (n: number) =>
      `${formatCount(n)} pages are gone from the site. That is more than a tenth, so they were kept. Remove them?`,
    heldList: 'Show them',
    removeHeld: (n: number) => `Remove ${formatCount(n)} pages`,
    keepHeld: 'Keep them',
    stoppedEarly: 'Stopped. What was done is kept and searchable.',
    pages: 'Pages',
    copyStatus: 'Copy status',
    statusCopied: 'Status copied.',
    events: 'Events',
    filterEvents: 'Show',
    filterDetail: 'Kind',
    allKinds: 'All kinds',
    eventTypes: { all: 'All events', problem: 'Problems', milestone: 'Milestones', queue: 'Queue' },
    noEvents: 'No events.',
    hosts: 'Hosts',
    dropped: (n: number) => `${formatCount(n)} older events were dropped.`,
    visited: 'visited',
    saved: 'saved',
    errorColumn: 'Errors',
    errors: (n: number) => `${formatCount(n)} ${n === 1 ? 'error' : 'errors'}`,
    filtered: 'left out',
    queue: 'queued',
    perSec: 'requests/s',
    hostColumns: ['Host', 'State', 'Readable', 'Requests a minute', 'Waits until'],
    hostStates: { closed: 'open for requests', open: 'resting after failures', 'half-open': 'one trial' },
    readable: { yes: 'yes', no: 'no', unknown: 'not yet known' },
    chart: 'Pages kept and errors over time',
    readingChart: 'Files read and found over time',
    readColumn: 'Read',
    foundColumn: 'Found',
    chartTable: 'As a table',
    newest: 'Newest',
    older: 'Older',
    running: 'Running',
    past: 'Past',
    showPages: 'Show pages',
    showFiles: 'Show files',
    hostWaits: (host: string, time: string) => `${host} asks to wait until ${time}. The job goes on by itself then.`,
  },
  pages: {
    title: 'Pages',
    filter: 'Filter addresses',
    outcome: 'Outcome',
    all: 'All outcomes',
    allClasses: 'All classes',
    analyse: 'Analyse again',
    analysis: {
      title: 'Analyse pages again',
      text: 'Classes, hubs and sections are worked out again from the pages that are kept. No request is made.',
      limit: 'Pages, at most',
      dryRun: 'Only look: tell what would change, and write nothing',
      start: 'Analyse',
    },
    saveList: 'Save list',
    history: 'History',
    historyOf: (url: string) => `History of ${url}`,
    noHistory: 'No run that is still remembered says anything of this address.',
    fetchAll: 'Fetch all again',
    outdated:
      'The rules for classes and sections have changed since these pages were read. Analyse them again; no request is needed.',
    columns: {
      url: 'Address',
      outcome: 'Outcome',
      status: 'Status',
      class: 'Class',
      depth: 'Depth',
      attempts: 'Tries',
      fetched: 'Last fetch',
    },
    none: 'No pages are known yet.',
    unlinked: 'unlinked',
    claimed: (url: string) => `claims to be ${url}`,
    claimedHint: 'The file it stands in belongs to another domain, so nothing vouches for this address.',
    unlinkedHint: 'The site still serves it, but no page that was read links to it.',
    failures: 'Failures',
    aliases: (n: number) => `${formatCount(n)} ${n === 1 ? 'alias' : 'aliases'}`,
    table: 'Pages',
    /** What an error status means to a person. */
    httpStatus: (status: number) => {
      if (status === 404 || status === 410) return `not there any more or never was (${status})`;
      if (status === 401 || status === 403) return `refused by the server (${status})`;
      if (status === 429) return 'asked too often (429)';
      return status >= 500 ? `an error of the server (${status})` : `answered with status ${status}`;
    },
    failCodes: {
      network: 'network fault',
      timeout: 'no answer in time',
      http: 'answered with an error',
      'too-large': 'too large',
      'not-text': 'not a text',
      'soft-404': 'a “not found” page sent as a normal one',
      challenge: 'wants proof that you are human',
      empty: 'empty',
      unreadable: 'cannot be read (its CORS policy, or offline)',
      'mixed-content': 'an http page, which an https page may not read',
      'hash-mismatch': 'not what the listing says',
      reader: 'the reader service failed',
    } satisfies Record<FailCode, string>,
  },
} as const;
