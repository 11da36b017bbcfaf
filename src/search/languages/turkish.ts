const VOWEL = '[aeiou]';
/** Endings of nouns and verbs, each with its buffer letter; written without accents. */
const ENDING = new RegExp(
  `(?:(?<=${VOWEL}.*..)(?:l[ae]r|[dt][ae]n?|[iu]n)|(?<=${VOWEL}.*...)(?:${[
    'l[ae]r(?:i(?:n(?:i[mz]?|[dt][ae]n?|[ae])?)?)?',
    '[iu]?[mn](?:[iu]z)?',
    's[iu](?:n(?:[iu][mnz]?|d[ae]n?|[ae]|c[ae]|l[ae])?)?',
    '[iu]n(?:d[ae]n?|[iu]n|[iu]|[ae])',
    '[yn]?[iuae]',
    'n?[iu]n',
    '[dt][ae]n?(?:ki)?',
    'y?l[ae]',
    '[dt][iu]r',
    'y?[dt][iu][mnk]?',
    'y?m[iu]s',
    'y?s[ae][mnk]?',
    'ken',
    's[iu]n(?:[iu]z)?',
    'y?[iu][mz]',
    '[iu]yor',
    'm[ae]k(?:t[ae])?',
    'y?[ae]c[ae][kg]',
    'y?[ae]n',
    'd[iu][kg]',
    '[aeiu]r',
    'm[ae]z',
    'l[iu][kg]?',
    's[iu]z',
    'c[ae]',
    'ki',
  ].join('|')}))$`,
);
const MAX_ENDINGS = 4;

/** Takes chains of endings from words without accents, `evlerimizden`, down to three letters with a vowel. */
export function stemmer(word: string): string {
  let stem = word;
  for (let i = 0; i < MAX_ENDINGS; i++) {
    const next = stem.replace(ENDING, '');
    if (next === stem) break;
    stem = next;
  }
  // `kitap`, `kitabi`; `renk`, `rengi`; `agac`, `agaci`.
  return stem
    .replace(/b$/, 'p')
    .replace(/d$/, 't')
    .replace(/g$/, 'k')
    .replace(/[aeiu]$/, '');
}
