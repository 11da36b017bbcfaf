import { formatBytes, formatCount } from '../text/format.ts';

const toCollections = (n: number): string => `${formatCount(n)} ${n === 1 ? 'collection' : 'collections'}`;

/** Backup and restore; loaded with their dialogs and the Library. */
export const backupWords = {
  title: 'Backup',
  text: 'One file with all your collections, original files, selections, questions and settings. Restore it in another browser, or here.',
  backUp: 'Back up',
  restore: 'Restore',
  backUpTitle: 'Back up your collections',
  size: (n: number, bytes: number) => `${toCollections(n)}, ${formatBytes(bytes)}`,
  open: 'The backup is not encrypted. It contains every text, and the keys of your locked websites: keep it private.',
  folders: 'Access to folders stays with this browser. After a restore, choose a folder again to sync it.',
  done: (name: string, bytes: number) => `${name} · ${formatBytes(bytes)}`,
  restoreTitle: 'Restore a backup',
  file: 'Backup file',
  madeAt: (date: string) => `Made ${date}.`,
  notOurs: "This file isn't a Quire backup, so nothing was restored. Choose a file that Back up made.",
  new: { add: 'Restore', skip: 'Skip' },
  existing: { skip: 'Skip: keep the one here', both: 'Keep both', replace: 'Replace the one here' },
  replaceHint: 'A replaced collection stays under Recently deleted.',
  settings: 'Settings',
  settingsChoices: { mine: 'Keep mine', theirs: 'Use the settings in the backup' },
  restored: (n: number) => `${toCollections(n)} restored.`,
  failed: (name: string, problem: string) => `“${name}” wasn't restored. ${problem}`,
} as const;
