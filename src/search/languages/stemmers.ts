import type { Language } from '../../kinds/natural-languages.ts';

type Load = () => Promise<{ stemmer(word: string): string }>;

/** Each in a file of its own, most of them Snowball's, whose Turkish needs the accents that folding removed. English words are stemmed in the index. */
const LOADERS: Partial<Record<Language, Load>> = {
  de: () => import('@orama/stemmers/german'),
  fr: () => import('@orama/stemmers/french'),
  es: () => import('@orama/stemmers/spanish'),
  pt: () => import('@orama/stemmers/portuguese'),
  it: () => import('@orama/stemmers/italian'),
  nl: () => import('@orama/stemmers/dutch'),
  sv: () => import('@orama/stemmers/swedish'),
  da: () => import('@orama/stemmers/danish'),
  no: () => import('@orama/stemmers/norwegian'),
  fi: () => import('@orama/stemmers/finnish'),
  hu: () => import('@orama/stemmers/hungarian'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  uk: () => import('@orama/stemmers/ukrainian'),
  tr: () => import('./turkish.ts'),
  cs: () => import('./czech.ts'),
};

const COMPOUNDING: ReadonlySet<Language> = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi']);

/** Endings that Snowball knows with an accent, which folding removed. */
const ACCENTED: Partial<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  es: [
    [/([cs])ion$/, '$1ión'],
    [/ria(s|n|mos|is)?$/, 'ría$1'],
  ],
  fr: [
    [/ee(s?)$/, 'ée$1'],
    [/iere(s?)$/, 'ière$1'],
    [/ite(s?)$/, 'ité$1'],
  ],
  pt: [
    [/cao$/, 'ção'],
    [/coes$/, 'ções'],
    [/ao(s?)$/, 'ão$1'],
    [/oes$/, 'ões'],
    [/ave(l|is)$/, 'áve$1'],
    [/ive(l|is)$/, 'íve$1'],
    [/encia(s?)$/, 'ência$1'],
    [/ancia(s?)$/, 'ância$1'],
  ],
  it: [[/ita$/, 'ità']],
};

/** `envoyer` and `envoi` are one word. */
const FRENCH_END = /y$/;

const MAX_KNOWN = 20_000;
const loaded = new Map<Language, Promise<Stemmer>>();

/** Loads the stemmers of these languages, in the order of the languages; some have none. */
export function loadStemmers(languages: readonly Language[]): Promise<readonly Stemmer[]> {
  return Promise.all(
    languages.flatMap((language) => {
      const load = LOADERS[language];
      if (load === undefined) return [];
      const stemmer = loaded.get(language) ?? load().then(({ stemmer }) => toStemmer(language, stemmer));
      loaded.set(language, stemmer);
      // Offline, a file that was never loaded may come later.
      stemmer.catch(() => loaded.delete(language));
      return [stemmer];
    }),
  );
}

function toStemmer(language: Language, stem: (word: string) => string) {
  const accented = ACCENTED[language] ?? [];
  const known = new Map<string, string>();
  return {
    /** The language writes compounds as one word: `Seitenleiste` is a `Leiste`. */
    hasCompounds: COMPOUNDING.has(language),
    stem(word: string): string {
      const seen = known.get(word);
      if (seen !== undefined) return seen;
      const ending = accented.find(([pattern]) => pattern.test(word));
      const bare = stem(ending === undefined ? word : word.replace(...ending));
      const made = language === 'fr' ? bare.replace(FRENCH_END, 'i') : bare;
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(word, made);
      return made;
    },
  };
}

/** Stems the folded words of one language. Words with equal stems are forms of one word. */
export type Stemmer = ReturnType<typeof toStemmer>;
