/** A formula, `$tex$` or `$$tex$$`. */
export interface Formula {
  /** As written. */
  readonly raw: string;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** A text whose formulas are placeholders that no rule of Markdown reads. */
export interface HiddenMath {
  readonly text: string;
  /** Returns the formula at the start of a text, with the placeholder; an empty text for its further lines. */
  readonly find: (text: string) => { readonly placeholder: string; readonly formula: Formula | undefined } | undefined;
  /** Puts formulas back as they were written. */
  readonly restore: (text: string) => string;
}

const CODE =
  /(?:^|\n)[ \t>]*(?:[-*+] +)?(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?:[\s\S]*?\n[ \t>]*\1|[\s\S]*$)|(?<!`)(`{1,100})(?!`)(?:(?!\n\s*\n)[\s\S])*?[^`]\2(?!`)/;
/** With blank lines only between marks at the end and the start of lines: `$$` in a text may be anything. */
const DISPLAY =
  /\$\$(?:((?:\\[\s\S]|(?!\$\$|\n[ \t>]*\n)[^\\]){1,10000}?)|([ \t]*\n(?:\\[\s\S]|(?!\$\$)[^\\]){1,10000}?\n[ \t>]*))\$\$/;
/**
 * As Pandoc reads it: no space inside the marks, no digit after them. A capital after them begins a variable of a shell, as in
 * `$HOME/bin:$PATH`.
 */
const INLINE = /(?<![\w$])\$(?![\s$])((?:\\[\s\S]|(?!\n[ \t>]*\n)[^\\$]){1,2000}?)(?<!\s)\$(?![\dA-Z$])/;
const SCAN = new RegExp(`${CODE.source}|\\\\[\\s\\S]|${DISPLAY.source}|${INLINE.source}`, 'g');

/** No text has these: Unicode keeps them for programs. */
const [OPEN, MORE, CLOSE] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const PLACEHOLDER = new RegExp(`^(?:${OPEN}(\\d+)${CLOSE}(?:\\n[ \\t>]*${MORE}\\1${CLOSE})*|${MORE}\\d+${CLOSE})`);
const OPENED = new RegExp(`${OPEN}(\\d+)${CLOSE}(?:\\n[ \\t>]*${MORE}\\1${CLOSE})*`, 'g');

/** Hides the formulas outside of code. Lines stay lines; undefined for a text without formulas. */
export function hideMath(text: string): HiddenMath | undefined {
  if (!text.includes('$') || /[\ufdd0-\ufdd2]/.test(text)) return undefined;
  const formulas: Formula[] = [];
  const hidden = text.replace(SCAN, (raw, ...groups: (string | undefined)[]) => {
    const [, , near, far, inline] = groups;
    const tex = near ?? far ?? inline;
    if (tex === undefined) return raw;
    const number = formulas.push({ raw, tex: tex.trim(), isDisplay: inline === undefined }) - 1;
    const [, ...more] = raw.split('\n');
    // The marks of a quotation stay: without them its rest would be no part of it.
    const lines = more.map((line) => `\n${/^[ \t>]*/.exec(line)?.[0]}${MORE}${number}${CLOSE}`);
    return `${OPEN}${number}${CLOSE}${lines.join('')}`;
  });
  if (formulas.length === 0) return undefined;
  return {
    text: hidden,
    find(rest) {
      const [placeholder, number] = PLACEHOLDER.exec(rest) ?? [];
      return placeholder === undefined ? undefined : { placeholder, formula: formulas[Number(number)] };
    },
    restore: (part) => part.replace(OPENED, (_, number: string) => formulas[Number(number)]?.raw ?? ''),
  };
}
