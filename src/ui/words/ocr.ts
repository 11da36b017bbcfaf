import type { OcrLanguage } from '../../model/recognised.ts';
import { formatCount } from '../text/format.ts';

const pages = (n: number) => `${formatCount(n)} ${n === 1 ? 'page' : 'pages'}`;
const pictures = (n: number) => `${formatCount(n)} scanned ${n === 1 ? 'page' : 'pages'}`;

export const ocrWords = {
  title: 'Recognise text in pictures',
  none: 'No page here waits for text recognition. Scans and pictures are listed once they are imported with their originals.',
  running: 'Text recognition is running in this collection. Jobs shows its progress.',
  intro: (files: number, minutes: number) =>
    `${files === 1 ? 'One file has' : `${formatCount(files)} files have`} pages that are pictures or could not be decoded. Reading them takes about ${minutes} min. Recognition runs on this device; nothing is sent. The first time, each language is loaded from this site (1 to 3 MB).`,
  languages: 'Languages of the text',
  oneLanguage: 'Choose at least one. Each further language makes it slower.',
  always: 'Always for new files',
  alwaysHint: 'Reads their pictures after each import and sync.',
  read: (n: number) => `Read the text in ${pictures(n)}`,
  later: 'Not now',
  remove: (n: number) => `Remove the recognised text of ${pages(n)}`,
  dismiss: "Don't resume",
  removed: 'Recognised text removed.',
  done: (n: number, failed: number) =>
    `Text recognised in ${formatCount(n)} ${n === 1 ? 'file' : 'files'}.${failed === 0 ? '' : ` ${pages(failed)} couldn't be read.`}`,
  names: {
    eng: 'English',
    deu: 'German',
    fra: 'French',
    spa: 'Spanish',
    ita: 'Italian',
    por: 'Portuguese',
    nld: 'Dutch',
    pol: 'Polish',
    ukr: 'Ukrainian',
    chi_sim: 'Chinese (simplified)',
    jpn: 'Japanese',
    kor: 'Korean',
  } satisfies Record<OcrLanguage, string>,
} as const;
