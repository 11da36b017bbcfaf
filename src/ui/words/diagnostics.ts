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
