import { openAsBlob } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Engine, ExportAnswer } from '../engine/contract.ts';
import { TEXT_ARTIFACTS, type TextArtifactName } from '../export/export-artifact.ts';
import { resolveAges } from '../lib/dates.ts';
import { splitBulk } from '../lib/split-bulk.ts';
import { countIndexed, NO_STATS } from '../model/collection.ts';
import { LIMITS } from '../model/limits.ts';
import { QUESTION_TOP } from '../model/outputs/question.ts';
import { parseQuestions } from '../model/schema/choices.ts';
import { askModel, openModel } from './ask-model.ts';
import { checkQuestions } from './check-questions.ts';
import type { Installed } from './installed.ts';
import { createNodeEngine, openAny, syncOver } from './node-engine.ts';
import { Refusal, UsageError } from './problems.ts';
import { indexFolder, publishFolder } from './publish-folder.ts';
import { listFiles, replaceSite } from './site-folder.ts';
import { readApp, refuseExisting, toFileTarget, writeBlob, writeNew } from './targets.ts';
import { bold, findPassphrase, readNewPassphrase, showProgress } from './terminal.ts';
import { toWorkflow } from './workflow.ts';

interface Option {
  readonly type: 'string' | 'boolean';
  readonly default?: string | boolean;
  /** The value's name and what it does: `<n> Hits to print`. */
  readonly help: string;
}

export interface Given {
  /** The input is the first. */
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Command {
  /** Positional arguments. */
  readonly takes: string;
  readonly does: string;
  readonly example: string;
  readonly options: Readonly<Record<string, Option>>;
  /** A number is an exit code; anything else is success. */
  run(given: Given, installed: Installed): Promise<unknown>;
}

const OUT_FILE = { type: 'string', help: '<file> The file to write' } as const;
const REPLACE = { type: 'boolean', help: 'Replaces the file if it is there' } as const;
const MASK = { type: 'boolean', default: true, help: 'Masks passwords and keys; --no-mask keeps them' } as const;
const BUDGET = { type: 'string', default: '8000', help: '<n> Tokens of the pack' } as const;

/** In the order of the help. An input is a folder, an archive, an export or an `index.json`; to search, pack and ask also the address of a published collection. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  search: {
    takes: '<input> <words…>',
    does: 'Prints the best chunks for words or a question, each with path and lines.',
    example: 'quire search docs how often is a request retried',
    options: {
      limit: { type: 'string', default: '10', help: `<n> Chunks to print, at most ${LIMITS.maxHits}` },
      json: { type: 'boolean', help: 'Prints a JSON object per line' },
    },
    async run(given, installed) {
      const query = toWords(given, 'words');
      const limit = toNumber(given, 'limit', { max: LIMITS.maxHits });
      if (/^\/.+\/$/.test(query)) tell('Searching for words: only the app takes regular expressions.');
      const { engine, collectionId } = await openInput(given, installed);
      const { hits } = await engine.search(collectionId, resolveAges(query, Date.now()), { limit, fold: true });
      for (const { path, lines, ref, label, score, snippet } of hits)
        print(
          given.values.json === true
            ? JSON.stringify({ path, lines, ref, label, score, snippet })
            : `${bold(`${path}:${lines[0]}-${lines[1]}`)}  ${toLine(label)}\n    ${toLine(snippet)}`,
        );
      if (hits.length > 0) return;
      throw new Refusal('No matches.');
    },
  },
  pack: {
    takes: '<input> <question…>',
    does: 'Prints the best chunks for a question within a token budget, as one text for a model.',
    example: 'quire pack docs --budget 4000 how often is a request retried > context.md',
    options: {
      budget: BUDGET,
      format: { type: 'string', default: 'markdown', help: '<name> markdown or xml' },
      since: { type: 'string', help: '<folder> Reviews the changes since this earlier folder; a question is optional' },
      mask: MASK,
    },
    async run(given, installed) {
      const query =
        toText(given, 'since') !== undefined && given.positionals.length === 1
          ? undefined
          : toWords(given, 'a question');
      const budgetTokens = toNumber(given, 'budget', { min: LIMITS.minCommandPackTokens });
      const format = toText(given, 'format');
      if (format !== 'markdown' && format !== 'xml') throw new UsageError('--format is markdown or xml');
      const { engine, collectionId, ...since } = await openChanged(given, installed);
      const { text } = await engine.makePack({
        ...{ collectionId, budgetTokens, format, counter: 'o200k', detail: 'signatures', mask: isMasked(given) },
        ...(query === undefined ? {} : { query: resolveAges(query, Date.now()) }),
        ...since,
      });
      if (text === '') throw new Refusal('No matches.');
      print(text);
    },
  },
  ask: {
    takes: '<input> <question…>',
    does: 'Asks a model server with a pack and checks every source of its answer. A key comes from QUIRE_KEY.',
    example: 'quire ask docs --endpoint http://localhost:11434 --model llama3.2 how often is a request retried',
    options: {
      endpoint: { type: 'string', help: '<address> A server that speaks the OpenAI protocol' },
      model: { type: 'string', help: '<name> One of its models' },
      budget: BUDGET,
      json: { type: 'boolean', help: 'Prints one JSON object' },
    },
    async run(given, installed) {
      const question = toWords(given, 'a question');
      const budgetTokens = toNumber(given, 'budget', { min: LIMITS.minCommandPackTokens });
      const [endpoint, name] = [getText(given, 'endpoint'), getText(given, 'model')];
      const model = await openModel(endpoint, name, process.env.QUIRE_KEY || undefined);
      const { engine, collectionId } = await openInput(given, installed);
      const row = await askModel(engine, question, { collectionId, model, budgetTokens });
      if (row.cut !== undefined)
        tell(`The answer ${row.cut === 'length' ? 'reached the limit of the model' : 'ended early'}: it is not whole.`);
      if (given.values.json === true) return print(JSON.stringify(row));
      print(row.answer.trim());
      for (const { text, status } of row.citations) print(`  ${bold(status)}  ${toLine(text)}`);
      for (const text of row.unsupported) print(`  ${bold('no source')}  ${toLine(text)}`);
    },
  },
  publish: {
    takes: '<input>',
    does: 'Makes a folder for any host: the app, the collection and plain pages. Files of an earlier run are replaced.',
    example: 'quire publish docs --out site --name "Handbook"',
    options: {
      out: { type: 'string', help: '<folder> New, or one that Quire wrote' },
      'index-only': { type: 'boolean', help: 'Takes a built site and writes its search into its folder quire' },
      ignore: { type: 'string', help: '<selectors> Elements of a built site that are not searched' },
      name: { type: 'string', help: '<text> Name of the site' },
      description: { type: 'string', help: '<text> Description of the site' },
      start: { type: 'string', help: '<path> File to read first' },
      address: { type: 'string', help: '<url> Where the site will be, for sitemap.xml and canonical links' },
      'reading-only': { type: 'boolean', help: 'Leaves out the menu with Files, Pack, Export and Settings' },
      lock: { type: 'boolean', help: 'Encrypts it with QUIRE_PASSPHRASE, or with a passphrase that you type' },
      open: { type: 'boolean', help: 'Lets anyone read a site that was locked' },
      workflow: { type: 'string', help: '<github|ci> Prints a workflow or script with these options instead' },
      mask: MASK,
      json: { type: 'boolean', help: 'Prints figures, and the files to upload and delete' },
    },
    async run(given, installed) {
      const input = toInput(given);
      const kind = toText(given, 'workflow');
      const isIndex = given.values['index-only'] === true;
      if (kind !== undefined) {
        const out = isIndex ? undefined : getText(given, 'out');
        return print(toWorkflow({ kind, input, out, values: given.values, version: installed.version }));
      }
      if (isIndex) {
        const found = await indexFolder({
          ...{ path: input, out: toText(given, 'out'), name: toText(given, 'name'), ignore: toText(given, 'ignore') },
          ...{ mask: isMasked(given), dist: installed.dist, script: installed.script },
          open: async () => createNodeEngine(await installed.loadParts()),
        });
        if (given.values.json === true) return print(JSON.stringify(found));
        return tell(`Indexed ${found.pages} pages.`);
      }
      const out = getText(given, 'out');
      const isLocked = given.values.lock === true || findPassphrase() !== undefined;
      const keys = ['name', 'description', 'start', 'address'] as const;
      const site = Object.fromEntries(keys.flatMap((key) => (toText(given, key) ? [[key, toText(given, key)]] : [])));
      const figures = await publishFolder({
        ...{
          out,
          site: { ...site, readingOnly: given.values['reading-only'] === true },
          mask: isMasked(given),
          dist: installed.dist,
          allowOpen: given.values.open === true,
        },
        passphrase: isLocked ? await readNewPassphrase() : undefined,
        open: async () => {
          const opened = await openInput(given, installed);
          const { start } = site;
          if (start !== undefined && (await opened.engine.readFile(opened.collectionId, start)) === undefined)
            throw new Refusal(`--start is the path of a file of the collection, and it has no ${start}.`);
          return opened;
        },
      });
      if (given.values.json === true) return print(JSON.stringify(figures));
      const [changed, gone] = [figures.upload.length, figures.delete.length];
      tell(
        `Wrote ${figures.files} files to ${out}. Upload ${changed} that are new or changed, and delete ${gone}; --json lists them.`,
      );
    },
  },
  mcp: {
    takes: '<input>…',
    does: 'Serves folders to agents over stdio (MCP) and follows their changes; or published collections, by folder or address.',
    example: 'claude mcp add docs -- quire mcp /path/to/docs',
    options: { 'escape-hidden': { type: 'boolean', help: 'Shows hidden characters as escapes' } },
    async run({ positionals, values }, installed) {
      const { serveInputs } = await import('./serve-inputs.ts');
      await serveInputs(positionals, { installed, escapesHidden: values['escape-hidden'] === true });
    },
  },
  page: {
    takes: '<input>',
    does: 'Writes the collection and the app as one HTML file, which opens without a host.',
    example: 'quire page docs --out docs.html',
    options: { out: OUT_FILE, replace: REPLACE, mask: MASK },
    async run(given, installed) {
      const app = await readApp(installed.dist);
      if (app.length === 0) throw new Refusal('The app is not built, so there is nothing to put into a page.');
      await writeFileOf(given, 'out', async (target) => {
        const { engine, collectionId } = await openInput(given, installed);
        await engine.publish({ collectionId, jobId: 'page', form: 'page', mask: isMasked(given), app, target });
      });
    },
  },
  agent: {
    takes: '<input>',
    does: 'Writes an MCP bundle of the collection, and a skill if you want one.',
    example: 'quire agent docs --out docs.mcpb --skill docs-skill.zip',
    options: {
      out: OUT_FILE,
      skill: { type: 'string', help: '<file> Writes a skill too' },
      images: { type: 'boolean', help: 'Includes images, which no tool reads' },
      replace: REPLACE,
      mask: MASK,
    },
    async run(given, installed) {
      for (const path of [getText(given, 'out'), toText(given, 'skill')]) refuseExisting(path, given.values.replace);
      const { engine, collectionId } = await openInput(given, installed);
      const options = { collectionId, mask: isMasked(given), images: given.values.images === true };
      await writeAgent(engine, { ...options, server: installed.server }, (name, write) =>
        writeFileOf(given, name, write),
      );
    },
  },
  questions: {
    takes: '<input>',
    does: 'Checks that each question still has its answer among the first results. Fails if one has not.',
    example: 'quire questions docs --questions questions.jsonl --top 5',
    options: {
      questions: { type: 'string', help: '<file> A JSON object per line: text, path, and lines or heading' },
      top: { type: 'string', default: String(QUESTION_TOP), help: `<n> Results that count, at most ${LIMITS.maxHits}` },
    },
    async run(given, installed) {
      const top = toNumber(given, 'top', { max: LIMITS.maxHits });
      const questions = parseQuestions(await readFile(getText(given, 'questions'), 'utf8'));
      const opened = await openInput(given, installed);
      const lost = await checkQuestions(opened.engine, { ...opened, questions, top }, (row) =>
        print(JSON.stringify(row)),
      );
      if (lost === 0) return 0;
      tell(`${lost} of ${questions.length} questions have no answer in the first ${top} results.`);
      return 1;
    },
  },
  export: {
    takes: '<input>',
    does: 'Writes every artifact into a folder: archives, one file, lists, and the files for databases.',
    example: 'quire export docs --out docs-export --only schema.sql,chunks.jsonl',
    options: {
      out: { type: 'string', help: '<folder> New, or one that Quire wrote' },
      only: { type: 'string', help: '<names> Only these, with commas' },
      since: { type: 'string', help: '<folder> Adds the archive of what changed since this earlier folder' },
      mask: MASK,
    },
    async run(given, installed) {
      const out = getText(given, 'out');
      const names = toArtifactNames(toText(given, 'only'), toText(given, 'since') !== undefined);
      const mask = isMasked(given);
      const written = await replaceSite(out, { isLocked: false, allowOpen: true }, async (folder) => {
        const { engine, ...opened } = await openChanged(given, installed);
        for (const name of names) await writeArtifact(engine, { ...opened, mask }, { name, folder });
        return listFiles(folder);
      });
      tell(`Wrote ${written.join(', ')} to ${out}.`);
    },
  },
};

const ARCHIVES = { 'full.zip': 'full', 'compact.zip': 'compact', 'changes.zip': 'delta' } as const;
const ONE_FILE = 'one-file.md';
type ArtifactFile = TextArtifactName | keyof typeof ARCHIVES | typeof ONE_FILE;

function toArtifactNames(only: string | undefined, hasDelta: boolean): readonly ArtifactFile[] {
  const all = [...TEXT_ARTIFACTS, ONE_FILE, ...Object.keys(ARCHIVES)].filter(
    (name) => hasDelta || name !== 'changes.zip',
  ) as ArtifactFile[];
  const wanted = only?.split(',').map((name) => name.trim());
  const unknown = wanted?.find((name) => !all.includes(name as ArtifactFile));
  if (unknown !== undefined) throw new UsageError(`--only has ${unknown}, which is none of ${all.join(', ')}`);
  return wanted === undefined ? all : all.filter((name) => wanted.includes(name));
}

interface ArtifactOptions {
  readonly collectionId: string;
  readonly mask: boolean;
  readonly since?: string;
}

async function writeArtifact(
  engine: Engine,
  { since, ...shared }: ArtifactOptions,
  { name, folder }: { readonly name: ArtifactFile; readonly folder: string },
): Promise<void> {
  const path = join(folder, name);
  const job = { ...shared, jobId: name, target: toFileTarget(path) };
  // The engine names these after the collection.
  const take = ({ fileName }: ExportAnswer) => rename(path, join(folder, fileName));
  if (name === ONE_FILE)
    return take(await engine.exportText({ ...job, what: 'one-file', format: 'markdown', counter: 'o200k' }));
  if (name in ARCHIVES) {
    const form = ARCHIVES[name as keyof typeof ARCHIVES];
    return take(
      await engine.exportZip({ ...job, form, ...(form === 'delta' && since !== undefined ? { since } : {}) }),
    );
  }
  const blob = await engine.exportArtifact(shared.collectionId, name as TextArtifactName, { mask: shared.mask });
  const files = name === 'bulk.ndjson' ? await splitBulk(blob, LIMITS.bulkBytes) : [{ name, blob }];
  for (const file of files) await writeBlob(join(folder, file.name), file.blob);
}

interface AgentPlan {
  readonly collectionId: string;
  readonly mask: boolean;
  readonly images?: boolean;
  /** The file of the server. */
  readonly server: string;
}

/** Writes the MCP bundle as `out`, and the skill as `skill`. */
export async function writeAgent(
  engine: Engine,
  { server, images = false, ...shared }: AgentPlan,
  writeTo: (name: 'out' | 'skill', write: (target: FileSystemFileHandle) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const blob = await openAsBlob(server);
  await writeTo('out', (target) => engine.exportAgent({ ...shared, jobId: 'agent', server: blob, images, target }));
  await writeTo('skill', (target) => engine.exportAgent({ ...shared, jobId: 'skill', target }));
}

/** Writes the file that an option names; nothing if it is not given. */
async function writeFileOf(
  given: Given,
  name: string,
  write: (target: FileSystemFileHandle) => Promise<unknown>,
): Promise<void> {
  const out = name === 'out' ? getText(given, name) : toText(given, name);
  if (out === undefined) return;
  await writeNew(out, given.values.replace, (path) => write(toFileTarget(path)));
  tell(`Wrote ${out}.`);
}

/** Opens the input as a collection, and says how many files it has. Refuses one without text. */
async function openInput(
  given: Given,
  installed: Installed,
  input = toInput(given),
): Promise<{ readonly engine: Engine; readonly collectionId: string }> {
  const { engine } = createNodeEngine(await installed.loadParts());
  if (/^https?:\/\//i.test(input))
    return { engine, collectionId: (await engine.openPublished(input, findPassphrase())).id };
  const startMs = performance.now();
  const hide = await showProgress(engine);
  const collectionId = await openAny(engine, input, toOutputs(given)).finally(hide);
  const { stats } = (await engine.listCollections())[0] ?? {};
  const { skipped, refused_files, failed } = stats ?? NO_STATS;
  const others = [
    skipped + refused_files === 0 ? '' : `${skipped + refused_files} skipped or without text`,
    failed === 0 ? '' : `${failed} could not be read`,
  ].filter(Boolean);
  const end = others.length === 0 ? '.' : `; ${others.join(', ')}.`;
  const indexed = countIndexed(stats ?? NO_STATS);
  if (indexed === 0) throw new Refusal(`${input} has no files with readable text${end}`);
  tell(`Indexed ${indexed} files in ${((performance.now() - startMs) / 1_000).toFixed(1)} s${end}`);
  return { engine, collectionId };
}

/** Opens the input; with `--since` as a change of that earlier tree, whose snapshot is `since`. */
async function openChanged(
  given: Given,
  installed: Installed,
): Promise<{ readonly engine: Engine; readonly collectionId: string; readonly since?: string }> {
  const [path, before] = [toInput(given), toText(given, 'since')];
  if (before === undefined) return openInput(given, installed);
  const { engine, collectionId } = await openInput(given, installed, before);
  const since = await syncOver(engine, collectionId, { path, outputs: toOutputs(given) });
  await engine.renameCollection(collectionId, basename(resolve(path)));
  return { engine, collectionId, since };
}

/** Whole paths of what the command writes. */
function toOutputs(given: Given): string[] {
  return ['out', 'skill'].flatMap((name) => toText(given, name) ?? []).map((path) => resolve(path));
}

function toInput({ positionals }: Given): string {
  return positionals[0] as string;
}

function toWords({ positionals }: Given, what: string): string {
  const text = positionals.slice(1).join(' ').trim();
  if (text === '') throw new UsageError(`give ${what} after the input`);
  return text;
}

function toText({ values }: Given, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

function getText(given: Given, name: string): string {
  const value = toText(given, name);
  if (value === undefined || value === '') throw new UsageError(`--${name} is needed`);
  return value;
}

function toNumber(given: Given, name: string, { min = 1, max = 999_999_999 }): number {
  const text = getText(given, name);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} is a whole number above zero, not ${text}`);
  if (Number(text) < min) throw new UsageError(`--${name} is at least ${min}, not ${text}`);
  if (Number(text) > max) throw new UsageError(`--${name} is at most ${max}, not ${text}`);
  return Number(text);
}

function isMasked({ values }: Given): boolean {
  return values.mask !== false;
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
