import type { FindPages, FoundPages } from './find-pages.ts';
import { STYLES } from './styles.ts';

/** Each can be replaced by an attribute, such as `text-close="Schließen"`. */
const TEXTS = {
  search: 'Search',
  close: 'Close',
  hint: 'Type to search',
  loading: 'Searching…',
  none: 'No results for “{query}”',
  similar: 'No exact match. Similar results:',
  one: '1 result',
  many: '{count} results',
  more: 'More results',
  failed: 'Search doesn’t work right now. Check your connection and try again.',
};

/** Waits for the end of a word: each search may read from the host. */
const PAUSE_MS = 120;
const PAGE_HITS = 10;

/**
 * `<quire-search>`: a button whose dialog searches the published collection next to this script, or the one in `src`. `pages` is the pattern of the
 * addresses of pages (docs/publish.md). Everything but this file is loaded with the first key.
 */
class QuireSearch extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #input = make('input', { type: 'text', role: 'searchbox', part: 'input', enterkeyhint: 'search' });
  readonly #status = make('p', { role: 'status', part: 'status' });
  readonly #list = make('div', { part: 'results' });
  readonly #more = make('button', { type: 'button', part: 'more', hidden: '' });
  readonly #close = make('button', { type: 'button', part: 'close' });
  readonly #dialog = make('dialog', { part: 'dialog' });
  readonly #label = make('span');
  readonly #button = make('button', { type: 'button', part: 'button', 'aria-haspopup': 'dialog' });
  #opening: Promise<FindPages> | undefined;
  #newest = 0;
  #limit = PAGE_HITS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    document.addEventListener('keydown', this.#onShortcut);
    if (this.#root.childElementCount > 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.#root.adoptedStyleSheets = [sheet];
    const attributes = {
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-label': this.#text('search'),
    };
    for (const [name, value] of Object.entries(attributes)) this.#input.setAttribute(name, value);
    this.#input.placeholder = this.#text('search');
    this.#label.textContent = this.#text('search');
    this.#more.textContent = this.#text('more');
    this.#close.textContent = this.#text('close');
    this.#status.textContent = this.#text('hint');
    this.#dialog.setAttribute('aria-label', this.#text('search'));
    const isApple = /Mac|iP/.test(navigator.platform);
    this.#button.append(makeIcon(), this.#label, make('kbd', { 'aria-hidden': 'true' }, isApple ? '⌘ K' : 'Ctrl K'));
    this.#button.setAttribute('aria-keyshortcuts', 'Control+K Meta+K');
    const head = make('div', { class: 'head' });
    head.append(makeIcon(), this.#input, this.#close);
    const body = make('div', { class: 'body' });
    body.append(this.#status, this.#list, this.#more);
    this.#dialog.append(head, body);
    this.#root.append(this.#button, this.#dialog);
    this.#button.addEventListener('click', () => this.open());
    this.#close.addEventListener('click', () => this.#dialog.close());
    this.#more.addEventListener('click', () => this.#onMore());
    this.#input.addEventListener('input', () => this.#onInput());
    this.#dialog.addEventListener('click', (event) => this.#onClick(event));
    this.#dialog.addEventListener('keydown', (event) => this.#onKey(event));
  }

  disconnectedCallback(): void {
    document.removeEventListener('keydown', this.#onShortcut);
  }

  /** Opens the dialog. */
  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.focus();
    this.#input.select();
  }

  #text(name: keyof typeof TEXTS): string {
    return this.getAttribute(`text-${name}`) ?? TEXTS[name];
  }

  readonly #onShortcut = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    // The first one of a page answers.
    if (event.defaultPrevented) return;
    event.preventDefault();
    this.open();
  };

  #onClick({ target }: Event): void {
    // The backdrop is the dialog itself. A link may lead to a place in the same page.
    if (target === this.#dialog || (target as Element).closest('a') !== null) this.#dialog.close();
  }

  #onKey(event: KeyboardEvent): void {
    const links = [...this.#list.querySelectorAll('a')];
    const at = links.indexOf(this.#root.activeElement as HTMLAnchorElement);
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (links[at - 1] ?? this.#input).focus();
    else if (event.key === 'Enter' && at < 0 && this.#root.activeElement === this.#input) links[0]?.click();
    else {
      // A letter belongs to the query.
      if (at >= 0 && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey)
        this.#input.focus();
      return;
    }
    event.preventDefault();
  }

  #onInput(): void {
    this.#limit = PAGE_HITS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), PAUSE_MS);
    this.#find().catch(() => undefined);
  }

  async #onMore(): Promise<void> {
    const shown = this.#list.querySelectorAll('a').length;
    this.#limit += PAGE_HITS;
    await this.#search();
    this.#list.querySelectorAll('a')[shown]?.focus();
  }

  #find(): Promise<FindPages> {
    this.#opening ??= (async () => {
      const folder = new URL(
        this.getAttribute('src') ?? 'collection/',
        this.hasAttribute('src') ? document.baseURI : import.meta.url,
      );
      const { openPages } = await import('./find-pages.ts');
      return openPages(folder.href.replace(/\/*$/, '/'), this.getAttribute('pages') ?? undefined);
    })();
    // The next key tries again.
    this.#opening.catch(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #search(): Promise<void> {
    const seq = ++this.#newest;
    const query = this.#input.value.trim();
    if (query === '') return this.#show(undefined, this.#text('hint'));
    if (this.#list.childElementCount === 0) this.#status.textContent = this.#text('loading');
    const isStale = (): boolean => seq !== this.#newest;
    try {
      const find = await this.#find();
      const language = (this.closest('[lang]')?.getAttribute('lang') ?? '').toLowerCase();
      const found = await find(query, { limit: this.#limit, language, isStale });
      if (found !== undefined && !isStale()) this.#show(found, this.#toStatus(found, query));
    } catch {
      if (!isStale()) this.#show(undefined, this.#text('failed'));
    }
  }

  #toStatus({ pages, total, fuzzy }: FoundPages, query: string): string {
    if (pages.length === 0) return this.#text('none').replace('{query}', () => query);
    if (fuzzy) return this.#text('similar');
    return total === 1
      ? this.#text('one')
      : this.#text('many').replace('{count}', total.toLocaleString(this.lang || undefined));
  }

  #show(found: FoundPages | undefined, status: string): void {
    this.#status.textContent = status;
    this.#list.replaceChildren(...(found?.pages ?? []).map(makePage));
    this.#more.hidden = !found?.hasMore;
    this.#list.parentElement?.scrollTo(0, this.#limit > PAGE_HITS ? this.#list.parentElement.scrollTop : 0);
  }
}

/** A page with its sections. A hit above the first heading is the page itself. */
function makePage({ title, address, sections }: FoundPages['pages'][number]): HTMLElement {
  const list = make('ul');
  const page = make('div', { class: 'page' });
  const own = sections.find(({ headings }) => headings.length === 0);
  const link = make('a', { href: address, part: 'page' });
  link.append(make('strong', { dir: 'auto' }, title), ...(own === undefined ? [] : [makeSnippet(own)]));
  page.append(link, list);
  for (const section of sections) {
    if (section === own) continue;
    const row = make('a', { href: section.address, part: 'section' });
    row.append(make('span', { class: 'headings', dir: 'auto' }, section.headings.join(' › ')), makeSnippet(section));
    const item = make('li');
    item.append(row);
    list.append(item);
  }
  if (list.childElementCount === 0) list.remove();
  return page;
}

function makeSnippet({ snippet, ranges }: FoundPages['pages'][number]['sections'][number]): HTMLElement {
  const line = make('span', { class: 'snippet', dir: 'auto' });
  let at = 0;
  for (const [start, end] of ranges) {
    line.append(snippet.slice(at, start), make('mark', {}, snippet.slice(start, end)));
    at = end;
  }
  line.append(snippet.slice(at));
  return line;
}

function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>> = {},
  text = '',
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

function makeIcon(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}

if (customElements.get('quire-search') === undefined) customElements.define('quire-search', QuireSearch);
