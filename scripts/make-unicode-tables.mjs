// Makes the kernel's module `generated/unicode.ts` from one pinned Unicode version, so that tokens are the same in every engine [E2].
import { createHash } from 'node:crypto';

const VERSION = '17.0.0';
const data = `@unicode/unicode-${VERSION}`;
/** The tables are part of the index format: other ones would not find what was indexed with these. */
const SHA256 = 'aa9bc6538ec9d41d45283f2c0719cb90d07cb3c947fd333181c6963a718b8889';

// Part of the index format: tokenize.ts reads these numbers.
const OTHER = 0;
const LETTER = 1;
const UPPER = 2;
const DIGIT = 3;
const MARK = 4;
const BIGRAM = 5;

// No letters above: planes 4–13 are empty, 14 has tags, 15 and 16 are private.
const LIMIT = 0x40000;
const BLOCK = 128;
const BIGRAM_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Bopomofo'];

// Latin letters that do not decompose into ASCII.
const LATIN_EXTRA =
  'ÆAE æae ØO øo ŁL łl ĐD đd ÐD ðd ÞTH þth ßss ẞSS ĦH ħh ıi ŊN ŋn ŒOE œoe ŦT ŧt ĸk ƀb ƁB ƂB ƃb ƆO ƇC ƈc ƉD ƊD ƋD ƌd ƎE ƏA ƐE ƑF ƒf ƓG ƖI ƗI ƘK ƙk ƚl ƝN ƞn ƟO ƤP ƥp ƫt ƬT ƭt ƮT ƱU ƲV ƳY ƴy ƵZ ƶz ' +
  'ǝe ȡd ȤZ ȥz ȴl ȵn ȶt ȷj ȸdb ȹqp ȺA ȻC ȼc ȽL ȾT ȿs ɀz ɃB ɄU ɆE ɇe ɈJ ɉj Ɋq ɋq ɌR ɍr ɎY ɏy ɓb ɔo ɕc ɖd ɗd əa ɛe ɟj ɠg ɡg ɢG ɦh ɨi ɪI ɫl ɬl ɭl ɱm ɲn ɳn ɴN ɵo ɼr ɽr ɾr ʀR ʂs ʈt ʉu ʋv ʏY ʐz ʑz ʙB ʛG ʜH ʝj ʟL ʠq ' +
  'ⱠL ⱡl ⱢL ⱣP ⱤR ⱥa ⱦt ⱧH ⱨh ⱩK ⱪk ⱫZ ⱬz ⱱv ⱲW ⱳw ⱴv ꜲAA ꜳaa ꜴAO ꜵao ꜶAU ꜷau ꜸAV ꜹav ꜼAY ꜽay ꝀK ꝁk ꝊO ꝋo ꝎOO ꝏoo ꝐP ꝑp ꝖQ ꝗq';

const read = async (path) => (await import(`${data}/${path}.mjs`)).default;

/** @returns {Promise<string>} */
export async function makeUnicodeTables() {
  const classes = await makeClasses();
  const latin = makeLatin(classes, await makeDecompositions());
  const text = toModule(classes, latin, await makeFolds(latin));
  if (createHash('sha256').update(text).digest('hex') !== SHA256) throw new Error('the Unicode tables have changed');
  return text;
}

async function makeClasses() {
  const table = new Uint8Array(LIMIT);
  const mark = async (path, value, only) => {
    for (const cp of await read(`${path}/code-points`)) {
      if (cp < LIMIT && (!only || only(table[cp]))) table[cp] = value;
    }
  };
  await mark('General_Category/Letter', LETTER);
  await mark('General_Category/Uppercase_Letter', UPPER);
  await mark('General_Category/Titlecase_Letter', UPPER);
  await mark('General_Category/Decimal_Number', DIGIT);
  await mark('General_Category/Mark', MARK);
  for (const script of BIGRAM_SCRIPTS) {
    await mark(`Script_Extensions/${script}`, BIGRAM, (now) => now === LETTER);
    // Thai vowel signs are marks, but part of the word like letters.
    if (script === 'Thai') await mark(`Script/${script}`, BIGRAM, (now) => now === MARK);
  }
  return table;
}

async function makeDecompositions() {
  const all = new Map();
  for (const type of ['Canonical', 'Compat', 'Font', 'Wide', 'Narrow', 'Super', 'Sub']) {
    for (const [cp, to] of await read(`Decomposition_Mapping/${type}/code-points`)) all.set(cp, [to].flat());
  }
  return all;
}

/** Maps code points to ASCII letters or digits, with case. */
function makeLatin(classes, decompositions) {
  const decompose = (cp) => decompositions.get(cp)?.flatMap(decompose) ?? [cp];
  const extra = new Map(LATIN_EXTRA.split(' ').map((pair) => [pair.codePointAt(0), pair.slice(1)]));
  const entries = [];
  for (let cp = 128; cp < LIMIT; cp++) {
    if (![LETTER, UPPER, DIGIT].includes(classes[cp])) continue;
    const base = decompose(cp).filter((c) => classes[c] !== MARK);
    const ascii = base.map((c) => extra.get(c) ?? String.fromCodePoint(c)).join('');
    if (/^[A-Za-z0-9]{1,4}$/.test(ascii)) entries.push([cp, ascii]);
  }
  return entries;
}

/** Simple case folding of other scripts, as runs [first, last, step, delta]. */
async function makeFolds(latin) {
  const known = new Set(latin.map(([cp]) => cp));
  const pairs = [...(await read('Case_Folding/C/code-points')), ...(await read('Case_Folding/S/code-points'))]
    .map(([cp, to]) => [cp, [to].flat()[0]])
    .filter(([cp]) => cp >= 128 && !known.has(cp))
    .sort((a, b) => a[0] - b[0]);
  const runs = [];
  for (const [cp, to] of pairs) {
    const last = runs.at(-1);
    const step = last ? cp - last[1] : 0;
    const fits = last && last[3] === to - cp && step <= 2 && (last[2] === 0 || last[2] === step);
    if (fits) {
      last[1] = cp;
      last[2] = step;
    } else runs.push([cp, cp, 0, to - cp]);
  }
  return runs.map(([first, last, step, delta]) => [first, last, step || 1, delta]);
}

function toModule(classes, latin, folds) {
  const blocks = new Map();
  const index = [];
  const bytes = [];
  for (let at = 0; at < LIMIT; at += BLOCK) {
    const packed = [];
    for (let i = 0; i < BLOCK; i += 2) packed.push(classes[at + i] | (classes[at + i + 1] << 4));
    const key = packed.join();
    if (!blocks.has(key)) {
      blocks.set(key, blocks.size);
      bytes.push(...packed);
    }
    index.push(blocks.get(key));
  }
  if (blocks.size > 256) throw new Error(`${blocks.size} blocks do not fit in a byte`);
  const pack = (ascii) => [...ascii].reduce((word, char, i) => word + char.charCodeAt(0) * 256 ** i, 0);
  const list = (numbers) => numbers.join(',').replace(/(.{1,150}),/g, '$1,\n');
  const lazy = '@lazy ';
  return [
    `export const CLASS_OTHER: i32 = ${OTHER};`,
    `export const CLASS_LETTER: i32 = ${LETTER};`,
    `export const CLASS_UPPER: i32 = ${UPPER};`,
    `export const CLASS_DIGIT: i32 = ${DIGIT};`,
    `export const CLASS_MARK: i32 = ${MARK};`,
    `export const CLASS_BIGRAM: i32 = ${BIGRAM};`,
    `export const CLASS_LIMIT: u32 = ${LIMIT};`,
    '/** Block of each 128 code points. */',
    `${lazy}export const CLASS_INDEX: usize = memory.data<u8>([${list(index)}]);`,
    '/** Two classes a byte, the even code point in the low half. */',
    `${lazy}export const CLASS_BLOCKS: usize = memory.data<u8>([${list(bytes)}]);`,
    `export const LATIN_COUNT: i32 = ${latin.length};`,
    `${lazy}export const LATIN_FROM: usize = memory.data<u32>([${list(latin.map(([cp]) => cp))}]);`,
    '/** Up to four ASCII characters, the first in the low byte. */',
    `${lazy}export const LATIN_TO: usize = memory.data<u32>([${list(latin.map(([, ascii]) => pack(ascii)))}]);`,
    `export const FOLD_COUNT: i32 = ${folds.length};`,
    '/** first, last, step, delta. */',
    `${lazy}export const FOLD_RUNS: usize = memory.data<i32>([${list(folds.flat())}]);`,
    '',
  ].join('\n');
}
