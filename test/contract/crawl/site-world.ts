import { page, sitemap } from '../../support/fake-site.ts';
import type { Random } from '../../support/random.ts';

/** An answer of the site; an `undefined` body never arrives. */
export interface WorldAnswer {
  readonly status: number;
  readonly body?: string;
  readonly type?: string;
  readonly location?: string;
  readonly retryAfter?: string;
}

/** A documentation site that changes and fails. */
export interface SiteWorld {
  readonly origin: string;
  /** In-process fetch: follows redirects; a hanging request ends with its signal. */
  readonly fetch: typeof fetch;
  /** Returns the answer, or undefined when none arrives. Throws when the host is down. */
  answer(path: string): WorldAnswer | undefined;
  /**
   * Counts a request of the crawler, not one that follows a redirect: call the returned function with the status of the answer. An
   * answer to a dead tab does not count.
   */
  ask(path: string): (status: number) => void;
  /** Removes and adds pages, changes menus, and makes some answers fail until the next strike. */
  strike(): void;
  /** Ends all failures; removed pages stay removed. */
  calm(): void;
  startRun(): void;
  /** Resets the count of 2xx answers. */
  forgetFetched(): void;
  /** True when the server has the page of this raw file, or would have it without its failures. */
  isServed(path: string): boolean;
  /** Raw files of all pages that links reach. */
  linkedPaths(): string[];
  /** Addresses that answered 2xx more than once in this run. */
  fetchedTwice(): string[];
}

interface Page {
  readonly address: string;
  readonly file: string;
  children: Page[];
  hidden: boolean;
  goneStatus: number;
  text: number;
}

type Trouble = (count: number, well: WorldAnswer) => WorldAnswer | undefined;

const FORMS = ['', '', '/', '/index.html'];

export function createSiteWorld(random: Random, count: number): SiteWorld {
  const origin = 'http://docs.test';
  const pages = plant(random, count);
  const byAddress = new Map(pages.map((one) => [one.address, one]));
  const login: Page = { address: '/login', file: 'login.md', children: [], hidden: true, goneStatus: 0, text: 0 };
  byAddress.set(login.address, login);
  const byFile = new Map([...pages, login].map((one) => [one.file, one]));
  let troubles = new Map<string, Trouble>();
  let robots: WorldAnswer = { status: 404 };
  let offlineFrom = Number.POSITIVE_INFINITY;
  let requests = 0;
  let asked = new Map<string, number>();
  let well = new Map<string, number>();

  function answerWell(path: string): WorldAnswer {
    if (path === '/robots.txt') return robots;
    if (path === '/sitemap.xml') {
      const listed = pages.filter((_, i) => i % 3 === 0).filter((one) => one.goneStatus === 0);
      const { body, type } = sitemap(listed.map((one) => origin + one.address));
      return { status: 200, body: body as string, type: type as string };
    }
    const one = byAddress.get(path);
    if (!one) return { status: 404 };
    if (one.goneStatus !== 0) return { status: one.goneStatus };
    const links = one.children.filter((child) => !child.hidden).map((child) => child.address);
    return { status: 200, body: page(one.address, links, `Text ${one.text} of ${one.address}, long enough.`) };
  }

  function answer(path: string): WorldAnswer | undefined {
    if (++requests > offlineFrom) throw new TypeError('Failed to fetch');
    const count = (asked.get(path) ?? 0) + 1;
    asked.set(path, count);
    const good = answerWell(path);
    const trouble = troubles.get(path);
    return trouble ? trouble(count, good) : good;
  }

  function ask(path: string): (status: number) => void {
    const counts = well;
    return (status) => {
      if (status >= 200 && status < 300) counts.set(path, (counts.get(path) ?? 0) + 1);
    };
  }

  const world: SiteWorld = {
    origin,
    answer,
    ask,
    fetch: (input, init) => fetchHere(world, String(input), init?.signal ?? undefined),
    strike() {
      age(random, pages);
      troubles = chooseTroubles(random, pages);
      robots = chooseRobots(random);
      offlineFrom = random.below(8) === 0 ? random.below(count) : Number.POSITIVE_INFINITY;
    },
    calm() {
      troubles = new Map();
      robots = { status: 404 };
      offlineFrom = Number.POSITIVE_INFINITY;
    },
    startRun() {
      requests = 0;
      asked = new Map();
      well = new Map();
    },
    forgetFetched() {
      well = new Map();
    },
    isServed: (file) => byFile.get(file)?.goneStatus === 0,
    linkedPaths() {
      const found = new Set<Page>();
      const enter = (one: Page): void => {
        if (one.goneStatus !== 0 || found.has(one)) return;
        found.add(one);
        for (const child of one.children) if (!child.hidden) enter(child);
      };
      enter(pages[0] as Page);
      return [...found].map((one) => one.file);
    },
    fetchedTwice: () => [...well].filter(([, times]) => times > 1).map(([path]) => path),
  };
  return world;
}

/** A tree of hubs with a few links across. */
function plant(random: Random, count: number): Page[] {
  const root: Page = { address: '/', file: 'index.md', children: [], hidden: false, goneStatus: 0, text: 0 };
  const pages = [root];
  for (let i = 1; i < count; i++) {
    const name = `/s${i % 7}/p${i}`;
    const address = name + (FORMS[random.below(FORMS.length)] as string);
    const one: Page = { address, file: `${name.slice(1)}.md`, children: [], hidden: false, goneStatus: 0, text: 0 };
    (pages[Math.floor((i - 1) / 8)] as Page).children.push(one);
    pages.push(one);
  }
  for (let i = 0; i < count / 10; i++) pages[random.below(count)]?.children.push(pages[random.below(count)] as Page);
  return pages;
}

/** Makes lasting changes between two runs. */
function age(random: Random, pages: readonly Page[]): void {
  const share = [0, 3, 3, 10, pages.length >> 2][random.below(5)] as number;
  for (let i = 0; i < share; i++) {
    const one = pages[1 + random.below(pages.length - 1)] as Page;
    one.goneStatus = random.below(2) === 0 ? 404 : 410;
  }
  for (let i = 0; i < 5; i++) {
    const back = pages[random.below(pages.length)] as Page;
    if (random.below(3) === 0) back.goneStatus = 0;
  }
  for (let i = 0; i < 8; i++) (pages[1 + random.below(pages.length - 1)] as Page).hidden = random.below(2) === 0;
  for (let i = 0; i < 10; i++) (pages[random.below(pages.length)] as Page).text++;
}

function chooseRobots(random: Random): WorldAnswer {
  const choice = random.below(6);
  if (choice === 0) return { status: 500 };
  const body = `User-agent: *\nDisallow: /s${random.below(7)}\n`;
  return choice === 1 ? { status: 200, type: 'text/plain', body } : { status: 404 };
}

function chooseTroubles(random: Random, pages: readonly Page[]): Map<string, Trouble> {
  const always =
    (answer: WorldAnswer | undefined): Trouble =>
    () =>
      answer;
  const once =
    (answer: WorldAnswer | undefined): Trouble =>
    (count, well) =>
      count === 1 ? answer : well;
  const kinds: readonly (() => Trouble)[] = [
    () => always({ status: 500 }),
    () => always({ status: 403 }),
    () => always({ status: 200, body: '' }),
    () => always({ status: 302, location: '/login' }),
    () => always({ status: 302, location: (pages[random.below(pages.length)] as Page).address }),
    () => always({ status: 200, body: '<title>404 Not Found</title><main><h1>404</h1><p>Nothing.</p></main>' }),
    () => once({ status: 500 }),
    () => once({ status: 404 }),
    () => once({ status: 410 }),
    () => once({ status: 429, retryAfter: '2' }),
    () => once({ status: 503 }),
    () => once(undefined),
  ];
  const troubles = new Map<string, Trouble>();
  const share = [2, 6, pages.length >> 3][random.below(3)] as number;
  for (let i = 0; i < share; i++) {
    // Picks hubs more often than their share: pages that only a hub links to are the ones at risk.
    const one = pages[random.below(random.below(2) === 0 ? 1 + (pages.length >> 3) : pages.length)] as Page;
    // A page that is gone for good answers 404 or 410, whatever else fails.
    if (one.goneStatus === 0) troubles.set(one.address, (kinds[random.below(kinds.length)] as () => Trouble)());
  }
  return troubles;
}

const MAX_REDIRECTS = 20;

async function fetchHere(world: SiteWorld, url: string, signal: AbortSignal | undefined): Promise<Response> {
  const asked = url.slice(world.origin.length);
  const note = world.ask(asked);
  let path = asked;
  for (let i = 0; i < MAX_REDIRECTS; i++) {
    const answer = world.answer(path);
    if (!answer) await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const { status, body = '', type = 'text/html', location, retryAfter } = answer as WorldAnswer;
    if (location === undefined) {
      note(status);
      const headers = { 'content-type': type, ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) };
      const response = new Response(body, { status, headers });
      Object.defineProperty(response, 'url', { value: world.origin + path });
      return response;
    }
    path = location;
  }
  throw new TypeError('Failed to fetch');
}
