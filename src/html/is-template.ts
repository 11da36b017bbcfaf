import { isHeading, SILENT } from './elements.ts';
import { countVisible, type HtmlNode, textOf, walk } from './html-tree.ts';

/** Attributes of Thymeleaf, Vue, Angular, AngularJS, Alpine, Livewire and htmx, in the tokenizer's lower case. */
const TEMPLATE_ATTRIBUTE =
  /^(?:(?:data-)?th:|v-|\*ng|[[(#]|ng-(?:app|bind|class|click|controller|hide|if|include|model|repeat|show|submit|view)|x-(?:bind|data|for|if|model|on|show|text)|wire:|hx-(?:delete|get|post|put|swap|target))/;
/** Elements of JSP and JSF. */
const TEMPLATE_ELEMENT = /^(?:c|f|fmt|form|h|jsp|sec|spring|tiles|ui):/;
/** Jinja, Liquid, Handlebars, Vue and Angular; ERB, EJS and JSP; Svelte; the control flow of Angular. */
const TEMPLATE_TEXT = /\{\{|\{%|<%|\{[#/:@](?:if|each|await|key|html|const|render|else)\b|@(?:if|for|switch|defer) \(/g;
/** Elements in which template syntax is shown, not used. */
const CODE = new Set(['pre', 'code', 'samp', 'kbd', 'textarea']);
const APP_ELEMENT = /^(?:form|input|button|select|textarea|script|canvas|template|slot)$|-/;

/** A page with more text than this for each piece of template syntax, about a hundred words, is a document that mentions it. */
const CHARS_PER_MARK = 500;
/** Characters and share of text below which a page of controls and scripts is an app, not a document. */
const APP_CHARS = 250;
const APP_SHARE = 0.15;

/** Tells templates and app markup from documents: by template syntax outside of code, or by controls and scripts with hardly any text. */
export function isTemplate(root: HtmlNode, source: string): boolean {
  let marks = /<\?(?:php\b|=)/.test(source) ? 1 : 0;
  let chars = 0;
  // Most pages have none; one test of the page spares one of each text and attribute.
  const hasMarks = source.search(TEMPLATE_TEXT) >= 0;
  const seen = new Set<string>();
  walk(root, (node) => {
    if (CODE.has(node.tag)) {
      chars += countVisible(textOf(node));
      return false;
    }
    seen.add(node.tag);
    if (TEMPLATE_ELEMENT.test(node.tag)) marks++;
    for (const { name, value } of node.attributes)
      marks += (hasMarks ? countMarks(value) : 0) + (isMarked(name) ? 1 : 0);
    if (SILENT.has(node.tag) && !HOLDS_MARKUP.has(node.tag)) return false;
    for (const child of node.children) {
      if (typeof child !== 'string') continue;
      if (hasMarks) marks += countMarks(child);
      if (!HOLDS_MARKUP.has(node.tag)) chars += countVisible(child);
    }
    return undefined;
  });
  if (marks > 0 && chars < marks * CHARS_PER_MARK) return true;
  const tags = [...seen];
  if (!tags.some((tag) => APP_ELEMENT.test(tag)) || seen.has('main') || seen.has('article')) return false;
  if (seen.has('p') && tags.some(isHeading)) return false;
  return chars < APP_CHARS && chars < countVisible(source) * APP_SHARE;
}

/** Silent elements whose content a template may fill. */
const HOLDS_MARKUP = new Set(['head', 'title', 'template', 'select', 'object', 'noscript']);

function isMarked(name: string): boolean {
  return TEMPLATE_ATTRIBUTE.test(name) || name.startsWith('{') || name.startsWith('<%');
}

function countMarks(text: string): number {
  return text.match(TEMPLATE_TEXT)?.length ?? 0;
}
