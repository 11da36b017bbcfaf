/** A script element, or the code between two `---` at the top of an Astro file. */
const SCRIPT = /<script\b[^>]*>|^---$/gim;

/** Returns the scripts of a page or component with everything else blank, so that lines stay where they were. */
export function hideMarkup(text: string): string {
  let shown = '';
  let at = 0;
  const show = (from: number, to: number): void => {
    shown += toBlank(text.slice(at, from)) + text.slice(from, to);
    at = to;
  };
  SCRIPT.lastIndex = 0;
  for (let tag = SCRIPT.exec(text); tag; tag = SCRIPT.exec(text)) {
    const from = tag.index + tag[0].length;
    const isFence = tag[0] === '---';
    if (isFence && (tag.index > 0 || at > 0)) continue;
    const to = isFence ? text.indexOf('\n---', from) : findEnd(text, from);
    if (to < 0) break;
    if (isFence || isScript(tag[0])) show(from, to);
    SCRIPT.lastIndex = isFence ? to + 4 : to;
  }
  return shown + toBlank(text.slice(at));
}

function findEnd(text: string, from: number): number {
  END.lastIndex = from;
  return END.exec(text)?.index ?? -1;
}

const END = /<\/script\b/gi;

/** False for data blocks such as JSON and templates. */
function isScript(tag: string): boolean {
  const type = /\stype\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? '';
  return type === '' || /^(?:module|(?:text|application)\/(?:javascript|typescript|ecmascript|babel|jsx))$/i.test(type);
}

function toBlank(text: string): string {
  return text.replace(/[^\n]+/g, '');
}
