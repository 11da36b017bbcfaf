import { parseArgs } from 'node:util';
import { describeProblem, toFigures } from '../mcp/describe-problem.ts';
import { toAppError } from '../model/app-error.ts';
import { COMMANDS, type Command, type Given } from './commands.ts';
import type { Installed } from './installed.ts';
import { Refusal, toFileError, UsageError } from './problems.ts';

/** Results go to standard output, everything else to standard error. Returns 0 for success, 1 for a problem, 2 for wrong arguments. */
export async function runCli(args: readonly string[], installed: Installed): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--version') return say(installed.version);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    if (['help', '--help', '-h'].includes(name)) return say(USAGE);
    return fail(name === '' ? USAGE : `There is no command ${name}. quire --help lists all commands.`, 2);
  }
  try {
    const given = parse(command, rest);
    if (given.values.help === true) return say(writeHelp(name, command));
    if (given.positionals.length === 0) throw new UsageError('give an input: a folder, an archive or an index.json');
    const code = await command.run(given, installed);
    return typeof code === 'number' ? code : 0;
  } catch (error) {
    if (process.env.QUIRE_DEBUG !== undefined) console.error(error);
    if (error instanceof UsageError) return fail(`${error.message}. quire ${name} --help shows an example.`, 2);
    if (error instanceof Refusal) return fail(error.message, 1);
    const problem = toFileError(error) ?? toAppError(error);
    const { path } = problem.details;
    const sentence =
      path === undefined ? describeProblem(problem) : `${path}: ${problem.message}.${toFigures(problem.details)}`;
    return fail(`${sentence} [${problem.code}]`, 1);
  }
}

function parse({ options, takes }: Command, args: readonly string[]): Given {
  const secret = args.find((arg) => arg.startsWith('--passphrase'));
  if (secret !== undefined)
    throw new UsageError('others on this machine can read arguments: set QUIRE_PASSPHRASE, or type it after --lock');
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      allowNegative: true,
    });
    if (takes === '<input>' && positionals.length > 1) throw new UsageError('give one input');
    if (takes === '<input>' && /^https?:/i.test(positionals[0] ?? ''))
      throw new UsageError('this command takes folders and files, and no address');
    return { values, positionals };
  } catch (error) {
    // Its message ends with a hint about arguments that begin with a dash.
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

function writeHelp(name: string, { takes, does, options, example }: Command): string {
  const rows = Object.entries(options).map(([key, { help, default: value }]) => {
    const [argument = '', text = help] = help.startsWith('<') ? help.split(/(?<=>) /) : ['', help];
    const unset = typeof value === 'string' ? ` (${value})` : '';
    return [`--${key} ${argument}`, `${text}${unset}`];
  });
  const width = Math.max(...rows.map(([left = '']) => left.length)) + 2;
  const lines = rows.map(([left = '', right]) => `  ${left.padEnd(width)}${right}`);
  return `quire ${name} ${takes}\n\n${does}\n\n${lines.join('\n')}\n\nExample: ${example}`;
}

const USAGE = `quire turns a folder into a collection to search, pack for a model, publish and export.

${Object.entries(COMMANDS)
  .map(([name, { does }]) => `  ${name.padEnd(10)}${does}`)
  .join('\n')}

quire <command> --help shows its options and an example. An input is a folder, an archive, an export or an index.json;
search, pack and ask also take the address of a published collection. Exit codes: 0 success, 1 problem, 2 wrong arguments.`;

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function fail(text: string, code: number): number {
  process.stderr.write(`${text}\n`);
  return code;
}
