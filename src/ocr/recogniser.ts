import { AppError } from '../model/app-error.ts';
import type { OcrLanguage, RecognisedLine, RecognisedPage } from '../model/recognised.ts';
import { isBlank, type Picture, toPgm, turnPicture } from './picture.ts';

/** The parts of Tesseract's WebAssembly build that are used. */
export interface TesseractCore {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  readonly TessBaseAPI: new () => TesseractApi;
}

interface TesseractApi {
  Init(folder: string, languages: string, engine: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
  End(): void;
}

/** Tesseract and its data, from the code that knows where they are. All reject when unavailable (offline and not cached). */
export interface OcrSource {
  /** Starts another instance with each call. */
  startCore(): Promise<TesseractCore>;
  language(code: OcrLanguage): Promise<Uint8Array>;
}

/** Recognises text with Tesseract, in this thread, one page at a time. */
export function createRecogniser(source: OcrSource) {
  let loading: Promise<TesseractCore> | undefined;
  const loaded = new Set<OcrLanguage>();
  let open: { readonly api: TesseractApi; readonly languages: string } | undefined;

  async function openApi(languages: readonly OcrLanguage[]): Promise<{ core: TesseractCore; api: TesseractApi }> {
    const name = languages.join('+');
    loading ??= source.startCore();
    const core = await loading;
    if (open?.languages === name) return { core, api: open.api };
    for (const language of languages) {
      if (loaded.has(language)) continue;
      core.FS.writeFile(`/${language}.traineddata`, await source.language(language));
      loaded.add(language);
    }
    open?.api.End();
    open = undefined;
    const api = new core.TessBaseAPI();
    if (api.Init('/', name, LSTM_ONLY) !== 0) throw new Error('Tesseract refused its data');
    // The whole page, with columns: without this everything would be one block.
    api.SetVariable('tessedit_pageseg_mode', '3');
    open = { api, languages: name };
    return { core, api };
  }

  return {
    /** Throws `ocr/unavailable`, and what WebAssembly throws. */
    async recognise(picture: Picture, languages: readonly OcrLanguage[]): Promise<Omit<RecognisedPage, 'page'>> {
      if (isBlank(picture)) return BLANK;
      const { core, api } = await openApi(languages).catch((error: unknown) => {
        // A failed download is retried with the next page.
        loading = undefined;
        open = undefined;
        loaded.clear();
        throw new AppError('ocr/unavailable', 'the text recognition could not be loaded', {
          reason: error instanceof Error ? error.message : 'unknown',
        });
      });
      let best = read(core, api, picture, 0);
      for (let turns = 1; turns < 4 && !isSure(best); turns++) {
        const turned = read(core, api, picture, turns);
        if (turned.score > best.score) best = turned;
      }
      const { score: _, ...page } = best;
      return page;
    },
  };
}

const BLANK = { turns: 0, confidence: 0, lines: [] };
const LSTM_ONLY = 1;

interface Read extends Omit<RecognisedPage, 'page'> {
  /** Letters, weighted by their confidence. */
  readonly score: number;
}

/** Upright text is read with 80 to 96 percent confidence, text in other directions with 20 to 50. */
const SURE_PERCENT = 70;
const SURE_LETTERS = 12;

function isSure({ confidence, score }: Read): boolean {
  return confidence >= SURE_PERCENT && score >= SURE_LETTERS;
}

function read({ FS }: TesseractCore, api: TesseractApi, picture: Picture, turns: number): Read {
  const turned = turnPicture(picture, turns);
  FS.writeFile('/input', toPgm(turned));
  try {
    api.SetVariable('user_defined_dpi', String(turned.dpi ?? 0));
    api.SetImageFile(1, 0);
    api.Recognize(null);
    return { turns, ...parseTsv(api.GetTSVText(0), turned) };
  } finally {
    api.Clear();
    FS.unlink('/input');
  }
}

interface OpenLine {
  readonly words: string[];
  box: [number, number, number, number];
  letters: number;
  /** Sum over its letters. */
  confidence: number;
  readonly beginsParagraph: boolean;
}

/** Lines below this are the texture of pictures. */
const MIN_LINE_PERCENT = 30;

/** Reads rows of: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function parseTsv(tsv: string, { width, height }: Pick<Picture, 'width' | 'height'>): Omit<Read, 'turns'> {
  const lines: OpenLine[] = [];
  let place = '';
  let paragraph = '';
  for (const row of tsv.split('\n')) {
    const [level, , block, par, line, , left, top, wide, high, confidence, text = ''] = row.split('\t');
    if (level !== '5' || text.trim() === '') continue;
    const [x, y] = [Number(left), Number(top)];
    const box = [x, y, x + Number(wide), y + Number(high)] as const;
    if (place !== `${block}/${par}/${line}`) {
      const beginsParagraph = paragraph !== `${block}/${par}`;
      lines.push({ words: [], box: [...box], letters: 0, confidence: 0, beginsParagraph });
      place = `${block}/${par}/${line}`;
      paragraph = `${block}/${par}`;
    }
    const open = lines.at(-1) as OpenLine;
    open.words.push(text);
    open.letters += text.length;
    open.confidence += text.length * Number(confidence);
    open.box = [
      Math.min(open.box[0], box[0]),
      Math.min(open.box[1], box[1]),
      Math.max(open.box[2], box[2]),
      Math.max(open.box[3], box[3]),
    ];
  }
  const kept = lines.filter((line) => line.confidence >= line.letters * MIN_LINE_PERCENT);
  const letters = kept.reduce((sum, line) => sum + line.letters, 0);
  const sum = kept.reduce((total, line) => total + line.confidence, 0);
  return {
    score: sum / 100,
    confidence: letters === 0 ? 0 : Math.round(sum / letters),
    lines: kept.map((line) => toLine(line, width, height)),
  };
}

/** Words of Chinese and Japanese are written without spaces. */
const INNER_SPACE = /(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]) (?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g;

function toLine({ words, box, letters, confidence, beginsParagraph }: OpenLine, width: number, height: number) {
  const [left, top, right, bottom] = box;
  const line: RecognisedLine = {
    text: words.join(' ').replace(INNER_SPACE, ''),
    box: [thousandths(left, width), thousandths(top, height), thousandths(right, width), thousandths(bottom, height)],
    confidence: Math.round(confidence / letters),
  };
  return beginsParagraph ? { ...line, beginsParagraph: true as const } : line;
}

function thousandths(part: number, whole: number): number {
  return Math.round((part / whole) * 1000);
}
