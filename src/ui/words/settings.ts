import { formatBytes, formatCount } from '../text/format.ts';

/** The Settings screen; loaded with it. */
export const settingsWords = {
  appearance: 'Appearance',
  theme: 'Theme',
  themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
  /** Switches by the preference that they change. */
  switches: {
    singleKeys: {
      title: 'Keyboard',
      label: 'Single-key shortcuts',
      hint: 'Turn this off if voice or switch control types letters unintentionally.',
    },
    watchFolders: {
      title: 'Folders',
      label: 'Follow changes in remembered folders',
      hint: 'Syncs the open collection two seconds after its files change on disk. A folder can be paused in the Library.',
    },
    resumeSites: {
      title: 'Sites',
      label: 'Resume interrupted crawls when Quire opens',
      hint: 'After a crash or a closed tab. When off, they wait in Jobs until you press Resume. Crawls you paused stay paused.',
    },
  },
  collection: (name: string) => `Chunks and limits for ${name}`,
  noCollection: 'Open a collection to change its chunk sizes and limits.',
  target: 'Target chunk size',
  max: 'Maximum chunk size',
  min: 'Merge chunks shorter than',
  chars: 'characters',
  maxFile: 'Maximum file size',
  maxTotal: 'Maximum collection size',
  maxChunks: 'Maximum chunks per file',
  megabytes: 'MB',
  stemming: 'Match word forms (stemming)',
  outline: 'Outline code (functions, classes)',
  apply: 'Apply',
  applied: 'Settings applied. The collection was re-chunked.',
  overMax: (max: number) => `Enter at most ${formatCount(max)}, or raise the maximum chunk size first.`,
  outOfRange: (min: number, max: number) => `Enter a number from ${formatCount(min)} to ${formatCount(max)}.`,
  companion: 'Quire companion',
  companionMissing:
    "Not installed. This browser extension reads sites that web pages aren't allowed to read (CORS), one site at a time, after you allow each one. The docs explain how to install it.",
  companionHere: (version: string, origins: number) =>
    origins === 0
      ? `Version ${version} is installed. You haven't allowed it to read any site yet.`
      : `Version ${version} is installed. It can read these sites. To remove one, click the companion's button in the browser toolbar.`,
  reader: 'Reader service',
  readerLabel: 'Address of your Crawl4AI server',
  readerHint: "Fetches pages that your browser isn't allowed to read. Leave empty to turn it off.",
  readerSave: 'Save and check',
  readerInvalid: 'This is not a web address, so it was not saved. An address begins with http:// or https://.',
  readerAnswers: 'Saved. The server answers.',
  readerSilent: 'Saved, but no server answers here. Start it, or correct the address.',
  readerOff: 'The reader service is off.',
  originals: 'Documents',
  originalsLabel: (files: number, bytes: number) =>
    `Keep originals of ${formatCount(files)} ${files === 1 ? 'document' : 'documents'} (${formatBytes(bytes)})`,
  originalsHint:
    "When off, only their text is kept. You can still search it, but you can't save the documents from here, and changing chunk sizes needs their source.",
  originalsKept: 'The next sync will keep the original documents.',
  originalsDropped: 'The original documents were removed from this device. Their text is kept.',
  agents: 'Agents',
  agentsLabel: 'Let agents in this browser read this collection',
  agentsHint: "They can search and read. They can't add sites or make network requests.",
  agentsPublicHint: 'This collection is public, so agents can search and read it unless you turn this off.',
  agentCalls: 'Agent calls in this session',
  agentCallsNone: 'No agent calls yet.',
  agentCallColumns: {
    time: 'Time',
    tool: 'Tool',
    collection: 'Collection',
    chars: 'Characters',
    ms: 'ms',
    outcome: 'Outcome',
  },
  agentOutcomes: {
    answered: 'answered',
    'bad-input': 'refused: bad input',
    refused: 'refused: access is off',
    failed: 'failed',
  },
  agentsMissing: "Agent access (WebMCP) isn't available in this browser.",
  reset: 'Reset',
  resetButton: 'Reset preferences',
  resetHint:
    'Resets the theme, shortcuts, pane sizes, pack options and reader service, and clears recent searches. Your collections stay.',
  resetDone: 'Preferences were reset.',
  licences: 'Licences',
} as const;

/** The Diagnostics screen; loaded with it. */
export const diagnosticsWords = {
  intro: 'For bug reports. Contains no content and no names of files.',
  copyJson: 'Copy as JSON',
  copyLines: 'Copy as lines',
  verify: 'Check stored files',
  verified: (damaged: number, repaired: number) =>
    damaged === 0
      ? 'All stored files are intact.'
      : `Rebuilt ${repaired} of ${damaged} damaged ${damaged === 1 ? 'file' : 'files'}.${repaired < damaged ? ' Sync the sources of this collection to restore the rest.' : ''}`,
  table: 'Diagnostics table',
  more: 'More diagnostics',
  tokensByKind: 'Tokens by kind',
  requestsByHost: 'Requests by host',
  groups: {
    engine: 'Engine',
    store: 'Storage',
    collection: 'This collection',
    jobs: 'Jobs and sites',
    page: 'Page and browser',
  },
  noPolicy:
    "not sent. The page still enforces its own policy, but only Quire's own code confines the crawl worker, and other sites can show the page in a frame",
} as const;
