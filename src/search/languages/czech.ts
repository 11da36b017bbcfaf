/** Endings of nouns, adjectives and pronouns, by the shortest word that they are taken from. */
const CASES: readonly (readonly [minLength: number, endings: RegExp])[] = [
  [8, /atech$/],
  [7, /(?:etem|atum)$/],
  [6, /(?:ech|ich|eho|emi|emu|ete|eti|iho|imi|imu|ach|ata|aty|ych|ama|ami|yma|ima|ove|ovi|ymi)$/],
  [5, /(?:em|es|im|um|at|am|os|us|ym|mi|ou)$/],
  [4, /[aeiouy]$/],
];
const POSSESSIVE = /(?:ov|in|uv)$/;
/** `znalost` and its cases are forms of `znaly`. */
const QUALITY = /(?<=.{3}[nl])ost(?:i|em|ech|mi|im)?$/;
/** Past, passive, present and infinitive of verbs. */
const VERB = /(?<=.{3})(?:ov(?:a(?:[tn]|ls?)?)?|uj[iu]?|uj(?:e[ms]?|t)|[aeiu](?:ls?|[tnms]|jt?)|nou(?:t|ls?)|[aeiu])$/;

/**
 * The light stemmer of Dolamic and Savoy ("Indexing and stemming approaches for the Czech language", 2009), for words without accents, and beyond it
 * the forms of verbs.
 */
export function stemmer(word: string): string {
  const noun = word.replace(QUALITY, '');
  const found = CASES.find(([min, endings]) => noun.length >= min && endings.test(noun));
  const bare = found === undefined ? noun : noun.replace(found[1], '');
  const own = (bare.length > 5 ? bare.replace(POSSESSIVE, '') : bare).replace(VERB, '');
  return soften(own);
}

/** Letters that change before an ending: `ruka`, `ruce`; `kniha`, `knize`; `pes`, `psa`. */
function soften(stem: string): string {
  const hard = stem.replace(/ct$/, 'ck').replace(/st$/, 'sk').replace(/c$/, 'k').replace(/z$/, 'h');
  return hard === stem && stem.length > 3 ? stem.replace(/e([^aeiouy])$/, '$1') : hard;
}
