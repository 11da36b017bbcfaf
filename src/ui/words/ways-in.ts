import { formatBytes, formatCount } from '../text/format.ts';

/** Questions about what is added. */
export const waysInWords = {
  pasteLabel: 'Text',
  pasteName: 'Name',
  pasteStart: 'Add text',
  targetTitle: 'Add to which collection?',
  targetKnown: (name: string, collection: string) =>
    `“${name}” is already in “${collection}”. Sync imports only what changed.`,
  targetText: (name: string) => `Add “${name}” to the open collection, or make a new one?`,
  arrivalTitle: 'Import this?',
  arrivalFrom: {
    shared: 'Another app or web page shared this with Quire.',
    launched: 'The system opened this with Quire.',
    pasted: 'You pasted this.',
  },
  arrivalText: (name: string, files: number, size: string) =>
    `“${name}”: ${files === 1 ? 'one file' : `${files} files`}, ${size}. Nothing is imported until you confirm.`,
  targetHere: (name: string) => `Add to ${name}`,
  listTitle: 'A list of addresses',
  listText: (n: number) =>
    `This file lists ${formatCount(n)} addresses. Fetch their pages in this order, or keep the list as text?`,
  listConfirm: 'Fetch the pages…',
  listKeep: 'Keep as text',
  llmsTitle: 'A list of pages',
  llmsText: 'This llms.txt lists the pages of a site. Add the site and fetch its pages, or keep the list as text?',
  llmsHint: 'The site this llms.txt belongs to',
  llmsFullTitle: 'Pages in one file',
  llmsFullText:
    'This llms-full.txt contains the pages of a site. Import them as separate pages? This makes no requests.',
  llmsFullConfirm: 'Import as pages',
  llmsFullHint: 'Pages of this domain keep their addresses. If empty, no address in the file is trusted.',
  llmsKeep: 'Keep as one file',
  llmsOrigin: 'Site address',
  largeTitle: 'Large import',
  largeText: (bytes: number, limit: number) =>
    `This is ${formatBytes(bytes)}. Quire asks before it imports more than ${formatBytes(limit)}. You can stop at any time and keep what was imported.`,
  largeConfirm: 'Import all',
} as const;

export const paletteWords = {
  title: 'Command palette',
  input: 'Search files and commands',
  placeholder: 'A command, file, heading or symbol…',
  list: 'Matches',
  none: 'No matches.',
  searching: 'Searching…',
  command: 'command',
  types: { file: 'file', heading: 'heading', symbol: 'symbol' },
} as const;

export const shortcutsWords = {
  title: 'Keyboard shortcuts',
  rows: [
    ['/', 'Go to search'],
    ['Ctrl K', 'Search files and commands'],
    ['↓ ↑ or j k', 'Next or previous result'],
    ['Enter', 'Open the result'],
    ['Esc', 'Clear the search, then the filters'],
    ['u', 'Show where the name of the result is used'],
    ['y', 'Copy the chunk with its source'],
    ['a', 'Add the chunk to the pack'],
    ['A', 'Add the file of the result to the pack'],
    ['e', 'Go to Export'],
    ['+ - 0 ← →', 'Zoom in the pages of a PDF, go from page to page'],
    ['g then s f p e j c l', 'Go to Search, Files, Pack, Export, Jobs, Changes, Library'],
    ['?', 'Show this list'],
  ] as const,
  off: 'Single-key shortcuts are turned off in Settings.',
} as const;
