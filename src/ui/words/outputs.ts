import { formatBytes, formatCount } from '../text/format.ts';

/** What leaves: packs and exports. */
export const outputsWords = {
  pack: {
    title: 'Pack',
    intro: 'A text for a model, never longer than its budget.',
    query: 'Question',
    queryPlaceholder: 'What should it be about? The best chunks are taken.',
    budget: 'Token budget',
    budgetHint: '8k, 32k, 128k or your own number',
    format: 'Format',
    formats: { markdown: 'Markdown', xml: 'XML' },
    counter: 'Count tokens',
    counters: { o200k: 'exactly (o200k)', estimate: 'by estimate' },
    mask: 'Mask secrets',
    copyPack: 'Copy pack',
    download: 'Download',
    share: 'Share',
    basket: 'Picked by hand',
    emptyBasket: 'Nothing picked yet: add chunks from Search or files from Files, or ask a question above.',
    clearBasket: 'Empty the basket',
    /** Neighbours of the hits fill the rest of the budget, so there may be more chunks than hits. */
    summary: (chunks: number, candidates: number) =>
      chunks > candidates
        ? `${formatCount(candidates)} chunks and ${formatCount(chunks - candidates)} neighbours`
        : `${formatCount(chunks)} of ${formatCount(candidates)} chunks`,
    used: (tokens: string, budget: string) => `${tokens} / ${budget}`,
    preview: 'Preview',
    copied: 'Pack copied.',
    nothing: 'Nothing fits: ask a question or pick chunks.',
    meter: 'Pack',
    removePick: (label: string) => `Remove ${label}`,
    emptied: 'The basket is empty.',
    making: 'Making the pack…',
  },
  export: {
    title: 'Export',
    full: 'Full export',
    compact: 'Compact export',
    delta: 'Delta export',
    fullText: 'Everything: manifests, outline, catalog, one file per chunk, and the index to open it again here.',
    compactText: 'Only what a model reads: pointer, table, chunks with one header line.',
    deltaText: 'What was added, changed, moved or removed since a snapshot.',
    publish: 'Publish',
    publishText:
      'A folder for any web host: this app and the collection, searchable there by anyone without a download, with plain pages and llms.txt beside it.',
    publishTitle: 'Publish this collection?',
    publishGo: 'Make the folder',
    publishWhat: (files: number) =>
      `${formatCount(files)} files go out with their whole text, their names and their folders. Whoever has the address can read them.`,
    publishSecrets: (found: number, mask: boolean, open: number) =>
      found === 0
        ? 'No secrets were found.'
        : mask
          ? `${formatCount(found)} secrets were found and are masked${open === 0 ? '' : `, except ${formatCount(open)} that you allowed`}.`
          : `${formatCount(found)} secrets were found and are NOT masked.`,
    publishHint: 'Nothing is uploaded: you get a zip. Unpack it and copy the folder to a host.',
    keepTitle: 'Published collection',
    keepText:
      'This collection is read from its host as you ask. A copy of your own works offline, and can be exported and added to.',
    keep: 'Keep a copy',
    kept: 'The copy is yours. It works offline.',
    contents: 'What is in it',
    fullHas: 'Full',
    compactHas: 'Compact',
    since: 'Since snapshot',
    noSnapshots: 'A delta needs an earlier state; sync once after a change.',
    mask: 'Mask secrets',
    maskHint: 'Replaced by [[secret:kind:n]] before anything is derived.',
    escape: 'Show hidden characters as escapes',
    warnings: 'Warnings',
    noWarnings: 'No warnings.',
    secrets: 'Secrets',
    scanning: 'Looking for secrets…',
    noSecrets: 'None found.',
    inName: 'in its name',
    allow: (place: string) => `Leave ${place} as it is`,
    ready: (name: string, bytes: number) => `${name} · ${formatBytes(bytes)}`,
    alone: 'One file alone',
    saveTo: 'Save to…',
    agentWarning: 'Check before sharing: an export leaves this device with you, and its reader will see all of it.',
    artifacts: {
      'llm.md': 'where a model starts: what this is and how to read it',
      'catalog.llm.md': 'the largest folders and files',
      'outline.md': 'every file with its sections and refs',
      'index.json': 'the whole index; opens again in this app',
      'manifest.json': 'every chunk with its hashes',
      'manifest.min.json': 'every chunk, short',
      'manifest.llm.tsv': 'the table a model reads first',
      'chunks/<ref>.md': 'one file per chunk',
      'images/<path>': 'images, byte for byte',
      'chunks.jsonl': 'every chunk field, one line each',
      'bulk.ndjson': 'for Elasticsearch and OpenSearch',
      'mapping.json': 'the mapping that goes with it',
      'CHANGES.md': 'what changed, with old and new places',
    } as Record<string, string>,
  },
} as const;
