import { Refusal, toFileError, UsageError } from '../../src/cli/problems.ts';
import { toAppError } from '../../src/model/app-error.ts';

/** Returns an exit code, or undefined for success. */
type Command = (args: readonly string[]) => Promise<number | undefined>;

/** Loaded on demand, so that measuring one command does not include the others. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  ingest: async () => (await import('./ingest.ts')).runIngest,
  outline: async () => (await import('./outline.ts')).runOutline,
  text: async () => (await import('./outline.ts')).runText,
  symbols: async () => (await import('./outline.ts')).runSymbols,
  search: async () => (await import('./search.ts')).runSearch,
  'search-docs': async () => (await import('./search-docs.ts')).runSearchDocs,
  pack: async () => (await import('./pack.ts')).runPack,
  publish: async () => (await import('./publish.ts')).runPublish,
  backup: async () => (await import('./backup.ts')).runBackup,
  restore: async () => (await import('./backup.ts')).runRestore,
  agent: async () => (await import('./agent.ts')).runAgent,
  ocr: async () => (await import('./ocr.ts')).runOcr,
  grep: async () => (await import('./grep.ts')).runGrep,
  references: async () => (await import('./grep.ts')).runReferences,
  questions: async () => (await import('./questions.ts')).runQuestions,
  page: async () => (await import('./publish.ts')).runPage,
  ask: async () => (await import('./ask.ts')).runAsk,
  cite: async () => (await import('./cite.ts')).runCite,
  llms: async () => (await import('./llms.ts')).runLlms,
  crawl: async () => (await import('./crawl.ts')).runCrawl,
};

const USAGE = `usage: harness <${Object.keys(COMMANDS).join('|')}> …`;

/** Results go to standard output, everything else to standard error. 0 success, 1 failure, 2 usage or a missing file. */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const load = COMMANDS[name ?? ''];
  if (load === undefined) return fail(USAGE, 2);
  try {
    const command = await load();
    return (await command(rest)) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message, 2);
    if (error instanceof Refusal) return fail(error.message, 1);
    const { code, message, details } = toFileError(error) ?? toAppError(error);
    if (process.env.QUIRE_DEBUG !== undefined) console.error(error);
    return fail(`${code}: ${message} ${JSON.stringify(details)}`, 1);
  }
}

function fail(line: string, code: number): number {
  process.stderr.write(`${line.replaceAll('\n', ' ')}\n`);
  return code;
}
