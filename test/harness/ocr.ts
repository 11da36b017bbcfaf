import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../src/cli/problems.ts';
import { OCR_LANGUAGES, type OcrLanguage, type RecognisedPage } from '../../src/model/recognised.ts';
import type { Picture } from '../../src/ocr/picture.ts';
import { nodeOcr } from '../support/node-ocr.ts';
import { getOnly, parseArguments } from './arguments.ts';

const run = promisify(execFile);

/**
 * `ocr <file> [--languages eng,deu] [--dpi 200] [--json]`: the text recognised in the pages of a PDF or in a picture. Node draws no pages, so
 * Poppler or ImageMagick do it here; the app draws with pdf.js.
 */
export async function runOcr(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['json'], ['languages', 'dpi']);
  const path = getOnly(parsed, 'PDF or picture');
  const languages = (parsed.options.get('languages') ?? 'eng').split(',').map((code) => {
    if (!OCR_LANGUAGES.includes(code as OcrLanguage)) throw new UsageError(`${code} is none of ${OCR_LANGUAGES}`);
    return code as OcrLanguage;
  });
  for (const [i, picture] of (await drawPages(path, parsed.options.get('dpi') ?? '200')).entries()) {
    const page: RecognisedPage = { page: i + 1, ...(await nodeOcr.recognise(picture, languages)) };
    const text = page.lines.map((line) => `${line.text}\n`).join('');
    process.stdout.write(parsed.options.has('json') ? `${JSON.stringify(page)}\n` : `${text}\f`);
  }
}

async function drawPages(path: string, dpi: string): Promise<Picture[]> {
  const [command, ...rest] =
    extname(path).toLowerCase() === '.pdf'
      ? ['pdftoppm', '-gray', '-r', dpi, path]
      : ['convert', path, '-background', 'white', '-flatten', '-colorspace', 'Gray', '-depth', '8', 'pgm:-'];
  const { stdout } = await run(command as string, rest, { encoding: 'buffer', maxBuffer: 2 ** 31 });
  return splitPgm(stdout, path.endsWith('.pdf') ? Number(dpi) : undefined);
}

/** Splits pictures in the binary form of PGM, one behind the other. */
function splitPgm(bytes: Uint8Array, dpi: number | undefined): Picture[] {
  const pictures: Picture[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(Buffer.from(bytes.subarray(at, at + 64)).toString('latin1'));
    if (head === null) throw new Error('the picture could not be drawn');
    const [width, height] = [Number(head[1]), Number(head[2])];
    at += head[0].length;
    const pixels = bytes.slice(at, at + width * height);
    at += pixels.length;
    pictures.push({ width, height, pixels, ...(dpi === undefined ? {} : { dpi }) });
  }
  return pictures;
}
