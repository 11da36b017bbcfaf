import { formatCount } from '../text/format.ts';

/** Status of the app: what works offline, and its requests. Loaded with its dialog and Settings. */
export const statusWords = {
  offline: 'Offline',
  offlineAll: "Everything works offline. All of the app's files are on this device.",
  offlinePart: (missing: readonly string[]) =>
    `The app and its search work offline. Still missing: ${missing.join(', ')}. Quire downloads these when they are first needed, or while the app is idle.`,
  offlineNot: "The app isn't saved on this device yet, or this browser doesn't allow it.",
  keepAll: (size: string) => `Download everything for offline (${size})`,
  keeping: (done: number, total: number) => `Saved ${formatCount(done)} of ${formatCount(total)} files on this device.`,
  /** Names for the parts of the app that are downloaded later. */
  laterNames: {
    tokens: 'exact token counts',
    sites: 'crawling sites',
    kernel: 'fallback without WebAssembly',
    code: 'code outlines',
    formulas: 'formulas',
    pdf: 'PDF documents',
  },
  device: 'Your collections are on this device. Nothing is uploaded.',
  requestsNone: "No network requests since you opened the page, except for the app's own files.",
  requestColumns: { time: 'Time', url: 'Address', status: 'Status', bytes: 'Bytes', ms: 'ms', reason: 'Reason' },
  own: "The app's own files",
  ownCount: (n: string) => `The app's own files: ${n}`,
  ownReason: 'app',
} as const;
