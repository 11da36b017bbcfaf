import type { LifeBrowser, LifeTab } from './browser.ts';
import { type Command, type Outside, type Result, runCommand, toCommand } from './commands.ts';
import { match } from './match.ts';
import { addCollection, findCollection, listMarks, type Model, NO_COLLECTIONS } from './model.ts';
import { look, type Seen, type SeenCollection } from './observe.ts';
import { isWriter, listOutcomes, type Run, toMeanwhile } from './outcomes.ts';
import { type Group, type Life, TABS } from './steps.ts';
import { COMMON_WORD, EMPTY, findMarks, type Marks, REFUSED, toMarks, toSiteMarks } from './texts.ts';

export interface LifeOptions {
  /** Returns the index_id of a new collection with the same files, or undefined if the files are unknown. */
  buildFresh?(seen: SeenCollection, tab: LifeTab): Promise<string | undefined>;
}

/** Lives the life and compares it with the model after every group of steps. Throws an error that tells the first difference. */
export async function live(browser: LifeBrowser, { groups }: Life, options: LifeOptions = {}): Promise<void> {
  const world = await openWorld(browser);
  let models = [await makeFirst(world)];
  for (const [i, group] of groups.entries()) {
    const told = await unlessHung(world, takeGroup(world, group, models));
    models = told.models;
    if (models.length === 0) throw new Error(`group ${i}: ${told.difference}`);
  }
  await unlessHung(world, undoAll(world, models));
  await unlessHung(world, checkEnd(world, options));
}

/** Restores every deleted collection: only then can the test see that it is complete. */
async function undoAll(world: World, models: readonly Model[]): Promise<void> {
  let left = models;
  const hidden = left[0]?.collections.filter(({ hiddenBy }) => hiddenBy !== undefined) ?? [];
  for (const _ of hidden) {
    const group: Group = { steps: [{ step: { type: 'undo', collection: 0 }, tab: 0, after: 0 }] };
    const told = await takeGroup(world, group, left);
    if (told.models.length === 0) throw new Error(`at the end: ${told.difference}`);
    left = told.models;
  }
}

interface World {
  readonly browser: LifeBrowser;
  readonly tabs: LifeTab[];
  /** The session each tab is now. */
  readonly sessions: number[];
  readonly ended: Set<number>;
  readonly zips: Map<number, Blob>;
  /** The index each export was of, where nothing was written meanwhile. */
  readonly zipIndexIds: Map<number, string>;
  readonly folders: Marks[];
  readonly sites: Marks[];
  running: { command: Command; result?: Result }[];
  /** The tab that finds the disk full. */
  full?: number | undefined;
  nextNumber: number;
  nextSession: number;
}

async function openWorld(browser: LifeBrowser): Promise<World> {
  const world: World = {
    browser,
    tabs: [],
    sessions: [],
    ended: new Set(),
    zips: new Map(),
    zipIndexIds: new Map(),
    folders: browser.folders.map(() => ({})),
    sites: [toSiteMarks({}), toSiteMarks({})],
    running: [],
    nextNumber: 1,
    nextSession: 0,
  };
  for (let tab = 0; tab < TABS; tab++) await openTab(world, tab);
  return world;
}

async function openTab(world: World, tab: number): Promise<LifeTab> {
  const opened = await world.browser.openTab();
  world.tabs[tab] = opened;
  world.sessions[tab] = world.nextSession++;
  return opened;
}

async function closeTab(world: World, tab: number): Promise<void> {
  await world.tabs[tab]?.kill();
  world.ended.add(world.sessions[tab] as number);
}

/** Two collections to begin with: a life without any would take long to come to something. */
async function makeFirst({ tabs }: World): Promise<Model> {
  let model = NO_COLLECTIONS;
  for (const name of ['one', 'two']) {
    const { id } = await (tabs[0] as LifeTab).engine.createCollection({ name });
    model = addCollection(model, { id, name, sizes: 0, sources: [] });
  }
  return model;
}

interface Told {
  readonly models: Model[];
  readonly difference: string;
}

async function takeGroup(world: World, group: Group, models: readonly Model[]): Promise<Told> {
  const { browser } = world;
  await changeOutside(world, group);
  const outside: Outside = { folders: world.folders, sites: world.sites };
  const commands = group.steps.flatMap((timed) => {
    const command = toCommand(timed, { model: models[0] as Model, number: world.nextNumber++, outside });
    return command === undefined ? [] : [command];
  });
  const sessions = [...world.sessions];
  if (group.kill) world.tabs[group.kill.tab]?.dieAfter(group.kill.calls, group.kill.when);
  world.full = group.full?.tab;
  if (group.full) world.tabs[group.full.tab]?.fillDisk?.(group.full.calls, group.full.length);
  const reopened = group.reopen;
  if (reopened !== undefined) {
    await closeTab(world, reopened);
    await openTab(world, reopened);
    sessions[reopened] = world.sessions[reopened] as number;
  }
  world.running = commands.map((command) => ({ command }));
  const tidying = reopened === undefined ? undefined : (world.tabs[reopened] as LifeTab).tidyUp();
  await Promise.all(
    world.running.map(async (run) => {
      const tab = world.tabs[run.command.tab] as LifeTab;
      run.result = await runCommand(run.command, { browser, tab, zips: world.zips });
    }),
  );
  if (tidying) await Promise.race([tidying, (world.tabs[reopened ?? 0] as LifeTab).died]);
  await bringBack(world, group);
  await browser.idle();
  for (const tab of world.tabs) tab.fillDisk?.(0, 0);
  const seen = await lookFresh(world);
  keepZips(world, seen);
  return findWrongImport(world) ?? compare(world, { models, sessions, seen });
}

function keepZips(world: World, seen: Seen): void {
  for (const { command, result } of world.running) {
    if (result?.type !== 'ok' || !result.value.blob) continue;
    if (command.step.type === 'back-up') world.zips.set(command.number, result.value.blob);
    if (command.step.type !== 'export' || command.step.mask) continue;
    world.zips.set(command.number, result.value.blob);
    const { collectionId } = command;
    const isQuiet = !world.running.some(({ command: other }) => other.collectionId === collectionId && isWriter(other));
    const indexId = seen.collections.find(({ id }) => id === collectionId)?.indexId;
    if (isQuiet && indexId !== undefined) world.zipIndexIds.set(command.number, indexId);
  }
}

function findWrongImport({ running, zipIndexIds }: World): Told | undefined {
  for (const { command, result } of running) {
    const wanted = zipIndexIds.get(command.zip ?? -1);
    if (wanted === undefined || result?.type !== 'ok' || result.value.indexId === wanted) continue;
    return { models: [], difference: `${tell(command, result)} has not the index_id of its export` };
  }
  return undefined;
}

async function changeOutside(world: World, { folder, site }: Group): Promise<void> {
  if (folder) {
    await world.browser.folders[folder.number]?.write(folder.files);
    world.folders[folder.number] = toMarks(folder.files);
  }
  if (site) {
    world.browser.setSite(site.number, site.pages);
    world.sites[site.number] = toSiteMarks(site.pages);
  }
}

/** The tab that was to die is dead now, whatever it was doing; another takes its place. */
async function bringBack(world: World, { kill }: Group): Promise<void> {
  if (!kill) return;
  await closeTab(world, kill.tab);
  await (await openTab(world, kill.tab)).tidyUp();
}

/** A starting tab closes abandoned crawls. A tab that dies while doing so leaves a file for the next start. */
async function openAtRest(browser: LifeBrowser): Promise<LifeTab> {
  const tab = await browser.openTab();
  await browser.idle();
  return tab;
}

/** Through a tab that has seen nothing before. */
async function lookFresh({ browser }: World, opened?: LifeTab): Promise<Seen> {
  const tab = opened ?? (await browser.openTab());
  const seen = await look(browser, tab);
  await tab.kill();
  return seen;
}

function compare(
  world: World,
  { models, sessions, seen }: { models: readonly Model[]; sessions: readonly number[]; seen: Seen },
): Told {
  const runs = world.running as Run[];
  const commands = runs.map(({ command }) => command);
  const found = new Map<string, Model>();
  const differences = new Set<string>();
  for (const before of models) {
    for (const order of permute(runs)) {
      let after = [before];
      for (const run of order) {
        const { command, result } = run;
        const meanwhile = toMeanwhile(run, {
          runs,
          ended: world.ended,
          isFull: world.full !== undefined,
          session: sessions[command.tab] as number,
          passing: (id) => listPassing(before, commands, id),
        });
        after = after.flatMap((model) => listOutcomes(model, command, result, meanwhile));
        if (after.length === 0) differences.add(`${tell(command, result)} is not allowed here`);
      }
      for (const model of after) {
        const matched = match(model, seen);
        if ('model' in matched) found.set(JSON.stringify(matched.model), matched.model);
        else differences.add(matched.difference);
      }
    }
  }
  const told = runs.map(({ command, result }) => tell(command, result)).join('\n  ');
  return { models: [...found.values()], difference: `${[...differences].join('\n  or ')}\nafter\n  ${told}` };
}

function listPassing(before: Model, commands: readonly Command[], id: string): string[] {
  const own = findCollection(before, id);
  const written = commands.filter((other) => other.collectionId === id && isWriter(other));
  return [...(own ? listMarks(own) : []), ...written.flatMap(({ marks }) => Object.values(marks))];
}

function* permute<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length === 0) yield [];
  for (const [i, first] of items.entries()) {
    for (const rest of permute([...items.slice(0, i), ...items.slice(i + 1)])) yield [first, ...rest];
  }
}

/** Checks the invariants that must be true at the end of every life. */
async function checkEnd(world: World, options: LifeOptions): Promise<void> {
  const { browser, tabs } = world;
  const seen = await lookFresh(world, await openAtRest(browser));
  for (const [i, tab] of tabs.entries()) {
    const own = JSON.stringify(await look(browser, tab));
    if (own !== JSON.stringify(seen)) throw new Error(`tab ${i} sees ${own}, a new one ${JSON.stringify(seen)}`);
    for (const collection of seen.collections) await checkSearch(tab, collection);
  }
  for (const collection of seen.collections) {
    const { damaged, repaired } = await (tabs[0] as LifeTab).engine.verify(collection.id, `verify-${collection.id}`);
    if (damaged.length + repaired.length > 0)
      throw new Error(`${collection.name} is damaged: ${[...damaged, ...repaired]}`);
    const fresh = await options.buildFresh?.(collection, tabs[0] as LifeTab);
    if (fresh !== undefined && fresh !== collection.indexId)
      throw new Error(`${collection.name} has an index_id unlike that of a fresh build: ${JSON.stringify(collection)}`);
  }
  await browser.idle();
  const locks = await browser.listJobLocks();
  if (locks.length > 0) throw new Error(`held when nothing runs: ${locks.join(', ')}`);
  for (const tab of tabs) await tab.kill();
  const last = await openAtRest(browser);
  await last.tidyUp();
  await last.kill();
  const leftovers = await browser.findLeftovers();
  if (leftovers.length > 0) throw new Error(`left behind: ${leftovers.join(', ')}`);
}

async function checkSearch({ engine }: LifeTab, { id, name, marks }: SeenCollection): Promise<void> {
  const wanted = Object.entries(marks).filter(([, mark]) => mark !== EMPTY && mark !== REFUSED);
  const { hits } = await engine.search(id, COMMON_WORD, { limit: 100 });
  const paths = (list: readonly string[]): string => [...new Set(list)].sort().join(' ');
  const found = paths(hits.map(({ path }) => path));
  if (found !== paths(wanted.map(([path]) => path))) throw new Error(`${name}: a search finds ${found}`);
  const told = findMarks(hits.map(({ snippet }) => snippet).join(' '));
  const strange = told.filter((mark) => !wanted.some(([, own]) => own === mark));
  if (strange.length > 0) throw new Error(`${name}: a search shows ${strange.join(' ')}, which is gone`);
}

function tell({ step, tab, collectionId, source }: Command, result: Result | undefined): string {
  const what = `${step.type} in tab ${tab} on ${collectionId}${source ? `/${source.id}` : ''} ${JSON.stringify(step)}`;
  if (result === undefined) return `${what} has not ended`;
  if (result.type === 'refused') return `${what} was refused: ${result.code} ${JSON.stringify(result.details)}`;
  if (result.type === 'broken') return `${what} broke: ${result.message}`;
  const found = result.type === 'ok' ? (result.value.marks ?? result.value.paths) : undefined;
  return `${what}: ${result.type}${found ? ` [${found.join(' ')}]` : ''}`;
}

function tellAll({ running }: World): string {
  return running.map(({ command, result }) => tell(command, result)).join('\n  ');
}

async function unlessHung<T>(world: World, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const hung = world.browser.hung(ended.signal).then((): never => {
    throw new Error(`hangs:\n  ${tellAll(world)}`);
  });
  // The work has ended, so stop watching for a hang.
  hung.catch(() => {});
  return Promise.race([work, hung]).finally(() => ended.abort());
}
