import { toAsciiLower } from '../../lib/ascii.ts';
import type { Cut, CutWhat } from '../../model/cut.ts';

const CLASSES = 'class|struct|record|contract|library|object|role|actor|@interface|@implementation';
const WORDS: Readonly<Record<string, CutWhat>> = {
  [CLASSES]: 'class',
  'interface|trait|protocol|@protocol|typeclass': 'interface',
  'type|typedef|union|abstract type|primitive type': 'type',
  enum: 'enum',
  'module|package|namespace|program|unit': 'module',
  'def|fn|func|function|fun|proc|sub|procedure|subroutine|method|macro|template|iterator|converter|filter|task|rule|member':
    'function',
};
const MODIFIERS =
  'export|public|private|protected|internal|static|abstract|final|pub|async|override|inline|virtual|partial|sealed|mutable|pure|elemental|recursive';

/** `public def name`, at most one level inside something. */
const COMMON = new RegExp(
  String.raw`^([ \t]{0,8})(?:(?:${MODIFIERS})\s+)*(${Object.keys(WORDS).join('|')})\s+(?:rec\s+)?([A-Za-z_][\w.:'-]*[?!]?)(?=[\s(<{:=;[*]|$)`,
  'i',
);
const LISP = /^()\((def\S*|ns|define\S*)\s+(?:\^\S+\s+)*\(?([^\s()[\]"]+)/;

/** Further ways to write a declaration, by language: indentation, keyword and name. */
const OWN: Readonly<Record<string, readonly RegExp[]>> = {
  clojure: [LISP],
  lisp: [LISP],
  scheme: [LISP],
  erlang: [/^()(-module|-record)\(\s*'?(\w+)/, /^()()([a-z]\w*)\([^%]*\)\s*(?:when\b.*)?->/],
  fsharp: [
    /^([ \t]{0,4})(let|and)\s+(?:(?:rec|inline|private|mutable)\s+)*(\w+)/,
    /^([ \t]{0,4})(?:static\s+|override\s+)?(member|override)\s+(?:\w+\.)(\w+)/,
  ],
  groovy: [
    /^([ \t]{0,4})()(?:(?:public|private|protected|static|final|def)\s+)*[\w<>.[\]]+\s+([a-z]\w*)\s*\([^;=]*\)\s*\{/,
  ],
  'objective-c': [
    /^()()[-+]\s*\([^)]*\)\s*(\w+)/,
    /^()()(?!if|for|while|switch|return|else)[\w *]+?\b(\w+)\([^;]*\)\s*\{?\s*$/,
  ],
  r: [/^()()([\w.]+)\s*(?:<-|=)\s*function\b/],
  julia: [/^()()([A-Za-z_]\w*!?)\([^=]*\)\s*=[^=]/],
};
const COMMENT = /^\s*(?:#(?!\[)|\/\/|\/\*|\*|--|;|%|'|!|@\w)/;
/** Longer lines are data. */
const MAX_CHARS = 400;

/** Finds the declarations of a language without a grammar, by the words at the beginning of lines. An inner one is indented more than the outer. */
export function outlineByKeywords(code: string, language: string): readonly Cut[] {
  const lines = code.split('\n');
  const patterns = [...(OWN[language] ?? []), COMMON];
  const cuts: Cut[] = [];
  const open: { readonly indent: number; readonly at: number; readonly name: string }[] = [];
  let lastCode = 0;
  /** Ends all that are indented as much or more: their last line is the last one with text. */
  const close = (indent: number): void => {
    while ((open.at(-1)?.indent ?? -1) >= indent) {
      const { at } = open.pop() as (typeof open)[number];
      cuts[at] = { ...(cuts[at] as Cut), endLine: Math.max(lastCode, (cuts[at] as Cut).symbolLine as number) };
    }
  };
  let comment = 0;
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') comment = 0;
    else if (COMMENT.test(line) && !/^\s*@(?:interface|implementation|protocol)/.test(line)) comment ||= i + 1;
    else {
      const found =
        line.length > MAX_CHARS
          ? null
          : patterns.reduce<RegExpExecArray | null>((got, own) => got ?? own.exec(line), null);
      close(found?.[1]?.length ?? line.search(/\S/) + 1);
      if (found) {
        const [, space = '', word = '', name = ''] = found;
        const outer = open.at(-1)?.name;
        const whole = outer === undefined ? name : `${outer}.${name}`;
        open.push({ indent: space.length, at: cuts.length, name: whole });
        cuts.push({ line: comment || i + 1, level: open.length, what: toWhat(word), name: whole, symbolLine: i + 1 });
      }
      comment = 0;
    }
    if (line.trim() !== '' && comment === 0) lastCode = i + 1;
  }
  close(0);
  return cuts;
}

function toWhat(word: string): CutWhat {
  const lower = toAsciiLower(word);
  return (
    Object.entries(WORDS).find(([words]) => words.split('|').includes(lower))?.[1] ??
    (/^(?:-module|ns)$/.test(lower) ? 'module' : 'function')
  );
}
