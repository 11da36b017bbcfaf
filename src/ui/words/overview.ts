/** The front page of a collection. */
export const overviewWords = {
  synced: (ago: string) => `synced ${ago}`,
  folders: 'Largest folders',
  top: '(top folder)',
  languages: 'Languages and kinds',
  starts: 'Where to start',
  why: {
    introduction: 'introduction',
    entry: 'entry point',
    named: 'named like the project',
    index: 'index page',
    linked: 'most linked',
    longest: 'longest',
  },
  changed: 'Changed last',
} as const;
