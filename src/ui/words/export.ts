import type { SiteAccess } from '../../model/choices.ts';
import { formatBytes, formatCount } from '../text/format.ts';

const NO_SECRETS = 'No secrets found.';
const toFiles = (n: number): string => `${formatCount(n)} ${n === 1 ? 'file' : 'files'}`;
const toSecrets = (n: number): string => `${formatCount(n)} ${n === 1 ? 'secret' : 'secrets'}`;

const ACCESSES: Readonly<Record<SiteAccess, string>> = {
  open: 'Anyone with the address',
  link: 'Only people with the link',
  passphrase: 'Only people with the passphrase',
};

/** The Export screen; loaded with it. */
export const exportWords = {
  full: 'Full archive',
  compact: 'Compact archive',
  delta: 'Changes only',
  fullText:
    'A zip with manifests, outline, catalog, one file per chunk, and the index. You can import it again: as text and images, without the original documents. Back up in the Library keeps everything.',
  leftOut: (n: number) => `Leaves out ${toFiles(n)} with no readable text`,
  compactText:
    'A smaller zip with only what a model reads: a start page, a table of all chunks, and the chunks, each with a one-line header.',
  deltaText: 'A zip of the chunks that were added, changed, moved or removed since a snapshot.',
  /** Accessible names of the download buttons, one per card. */
  downloads: {
    oneFile: 'Download single file',
    full: 'Download full archive',
    compact: 'Download compact archive',
    delta: 'Download changes only',
    signatures: 'Download signatures',
    agent: 'Download MCP bundle',
    page: 'Download single page',
  },
  agent: 'For an agent',
  agentText:
    'An MCP bundle for agents in your editor, terminal or desktop app: search, read, pack and check citations, offline and read-only.',
  agentImages: 'Include images',
  agentSetUp: 'Set up',
  agentClients: {
    bundle: 'The bundle',
    claude: 'Live folder in Claude Code',
    vscode: 'Live folder in VS Code',
    cursor: 'Live folder in Cursor',
  },
  agentConfig: 'Open the .mcpb file in a desktop app, or unpack it and add these lines to your MCP client:',
  agentLive:
    'The agent sees each change of the folder. Install the quire command first, and put in the path of the folder:',
  copyConfig: 'Copy configuration',
  downloadSkill: 'Download skill',
  website: 'Website',
  publish: 'Publish',
  publishText:
    'A website for any host: this app, the collection, plain pages and llms.txt. Visitors can search it in their browser.',
  publishTitle: 'Publish this collection?',
  makeZip: 'Make the zip',
  publishWhat: (files: number) =>
    `This publishes the full text, name and folder of ${toFiles(files)}. Anyone with the address can read all of it.`,
  publishSecrets: (found: number, mask: boolean, open: number) =>
    found === 0
      ? NO_SECRETS
      : mask
        ? `${toSecrets(found)} found and masked${open === 0 ? '' : `, except ${formatCount(open)} that you allowed`}.`
        : `${toSecrets(found)} found and NOT masked.`,
  publishForm: 'Publish as',
  publishForms: { site: 'A website', search: 'A search box for a site that you have' },
  sitePages: 'Page addresses',
  sitePagesHint:
    'Where the page of each file is, such as https://docs.example/{name}/. {path} is the path of the file, {name} the path without its extension.',
  searchTags: '<script type="module" src="/quire/quire-search.js"></script>\n<quire-search></quire-search>',
  searchHint:
    'Nothing is uploaded. You get a zip; unpack it next to your pages, so that they have a folder quire, and add the two tags to their template.',
  publishHint: 'Nothing is uploaded. You get a zip; unpack it and copy the folder to your host.',
  preview: {
    label: 'Preview',
    title: 'Preview of the site',
    making: 'Making the site…',
    checklist: 'Checklist',
    name: 'Name',
    description: 'Description',
    none: 'None',
    address: 'Address',
    noAddress: 'Not given: no sitemap.xml and no canonical links',
    start: 'Opens with',
    firstOfContents: 'The first page of the contents',
    leftOut: 'Left out',
    withoutText: 'with no readable text',
    skipped: 'skipped',
    excluded: 'not selected',
    nothing: 'Nothing',
    secrets: 'Secrets',
    models: 'For models',
    llms: 'llms.txt, llms-full.txt and a Markdown file for each page',
    noLlms: 'Nothing: the site is encrypted',
    access: 'Who can read it',
    accesses: {
      open: ACCESSES.open,
      link: `${ACCESSES.link}. This device keeps the key; save it elsewhere too.`,
      passphrase: `${ACCESSES.passphrase}. It isn’t stored: save it.`,
    },
    size: 'Size',
    sizeOf: (bytes: string, files: number) => `${bytes} in ${toFiles(files)}, with the app`,
    firstAnswer: 'First answer',
    firstAnswerOf: (bytes: string) => `${bytes} of the collection are loaded until the first search results`,
    back: 'Change',
    open: 'Open the site',
    openHint: 'In a new tab, from this device, while this dialog is open.',
    cannotOpen: 'To open the site here, reload Quire once and preview again. In a private window it can’t be opened.',
  },
  siteName: 'Site name',
  siteDescription: 'Description (optional)',
  siteDescriptionHint: 'One sentence for readers, search engines and link previews.',
  siteAddress: 'Site address (optional)',
  siteAddressHint: 'Where you will put it, such as https://docs.example/. Adds sitemap.xml and canonical links.',
  siteAddressBad: 'This isn’t a web address.',
  siteStart: 'Start page (optional)',
  siteStartHint: 'The file that the site opens with. Otherwise the first of the contents.',
  siteStartMissing: 'This collection has no such file.',
  siteReadingOnly: 'Reading only',
  siteReadingOnlyHint: 'Leaves out the menu with Files, Pack, Export and Settings.',
  access: 'Who can read it',
  accesses: ACCESSES,
  lastAccess: (access: SiteAccess) => `Who can read it: ${ACCESSES[access].toLowerCase()}.`,
  lockHint:
    'The collection is encrypted, and the host never gets the key. The site has no plain pages and no llms.txt.',
  passphrase: 'Passphrase',
  passphraseHint: "It isn't stored. You type it each time you publish.",
  newKey: 'New key',
  newKeyHint: 'Old links stop working once you upload the new version.',
  lockWhat: (files: number, access: SiteAccess) =>
    `This encrypts the text, name and folder of ${toFiles(files)}. ${ACCESSES[access]} can read any of it.`,
  stillOpen: 'The last version was open. It stays readable until you delete its files from your host.',
  openTitle: 'Make this website open?',
  openWhat: (files: number, access: SiteAccess) =>
    `Until now, ${ACCESSES[access].toLowerCase()} could read this website. If you publish it open, anyone with the address can read all of it: ${toFiles(files)}.`,
  publishOpen: 'Publish open',
  keepLocked: 'Keep it locked',
  keyTitle: 'Save the key of this website',
  keyNote:
    'To open your site, people add this to its address. Keep it safe: without it, no one can open the site, and the host does not have it.',
  keySaved: 'I have saved it',
  showKey: 'Show key',
  page: 'Single page (.html)',
  pageText: (bytes: string) =>
    `The app and the collection in one HTML file, about ${bytes}. It opens from a disk or an email, without a host and offline.`,
  pageTooLarge: 'A single page holds up to 100 MB of text. Select less, or publish a website.',
  oneFile: 'Single file',
  oneFileText:
    'All files in one Markdown or XML file with a file tree on top. Split it into parts to fit a token budget.',
  signatures: 'Signatures',
  signaturesText: 'The structure only: headings and declarations with their lines and first sentence of documentation.',
  parts: 'Parts',
  partSizes: {
    none: 'One part',
    '8000': 'Parts of 8k tokens',
    '32000': 'Parts of 32k tokens',
    '128000': 'Parts of 128k tokens',
  },
  size: (tokens: string, bytes: string, parts: number) =>
    `${tokens} tokens, ${bytes}${parts > 1 ? `, in ${formatCount(parts)} parts` : ''}`,
  about: (tokens: string, bytes: string) => `About ${tokens} tokens, ${bytes} of files.`,
  count: 'Count exactly',
  counting: 'Counting…',
  ofSelection: 'Every export on this page contains only the selection.',
  selectionsHint: 'A full archive of everything includes your selections.',
  withSelections: 'Include your selections',
  keepTitle: 'Published collection',
  keepText:
    'This collection is loaded from its host as you search. Your own copy works offline, and you can export it and add to it.',
  keepPage:
    'To keep a copy that you can export and add to, open Quire where you normally use it and drop this file there.',
  keep: 'Keep a copy',
  kept: 'Saved a copy. It works offline.',
  openCopy: 'Open copy',
  contents: 'Contents',
  fullHas: 'Full',
  compactHas: 'Compact',
  since: 'Since snapshot',
  noSnapshots: 'There is no earlier snapshot yet. Sync after something changes.',
  maskHint: 'Secrets become [[secret:kind:n]] before anything is exported.',
  escape: 'Show hidden characters as escapes',
  noWarnings: 'No warnings.',
  secrets: 'Secrets',
  scanning: 'Scanning for secrets…',
  noSecrets: NO_SECRETS,
  inName: 'in the file name',
  allowHint: "All are masked. Tick any that aren't secrets.",
  notMasked: 'All of them are exported unmasked.',
  allow: (place: string) => `Don't mask ${place}`,
  ready: (name: string, bytes: number) => `${name} · ${formatBytes(bytes)}`,
  alone: 'Separate download',
  agentWarning: 'Check before you share: anyone who gets the export can read all of it.',
  artifacts: {
    'llm.md': 'start page for a model: what this is and how to read it',
    'catalog.llm.md': 'the largest folders and files',
    'outline.md': 'every file with its sections and refs',
    'signatures.md': 'every symbol and heading with its declaration and first sentence',
    'index.json': 'the whole index; you can import it again',
    'selections.json': 'your selections, restored when you import',
    'manifest.json': 'every chunk with its hashes',
    'manifest.min.json': 'every chunk, in short form',
    'manifest.llm.tsv': 'table of all chunks for a model',
    'chunks/<ref>.md': 'one file per chunk',
    'images/<path>': 'images, unchanged',
    'chunks.jsonl': 'every chunk with all fields, one per line',
    'bulk.ndjson': 'for Elasticsearch and OpenSearch',
    'mapping.json': 'index mapping for bulk.ndjson',
    'schema.sql': 'tables and search for PostgreSQL; load chunks.jsonl into them',
    'CHANGES.md': 'what changed, with old and new places',
  } as Record<string, string>,
} as const;
