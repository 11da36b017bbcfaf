import { UsageError } from '../../src/cli/problems.ts';

export interface Arguments {
  readonly positional: readonly string[];
  /** `--name value`, or an empty string for flags. */
  readonly options: ReadonlyMap<string, string>;
}

export function parseArguments(
  args: readonly string[],
  flags: readonly string[],
  valued: readonly string[],
): Arguments {
  const positional: string[] = [];
  const options = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (!arg.startsWith('--')) {
      positional.push(arg);
      continue;
    }
    const name = arg.slice(2);
    if (flags.includes(name)) options.set(name, '');
    else if (valued.includes(name)) {
      const value = args[++i];
      if (value === undefined) throw new UsageError(`--${name} needs a value`);
      options.set(name, value);
    } else throw new UsageError(`unknown option --${name}`);
  }
  return { positional, options };
}

export function getOnly(parsed: Arguments, what: string): string {
  const [only, ...rest] = parsed.positional;
  if (only === undefined || rest.length > 0) throw new UsageError(`give one ${what}`);
  return only;
}

export function getOption(parsed: Arguments, name: string): string {
  const value = parsed.options.get(name);
  if (value === undefined) throw new UsageError(`--${name} is needed`);
  return value;
}

export function getLimit(parsed: Arguments, fallback: number): number {
  return parsed.options.has('limit') ? getNumber(parsed, 'limit') : fallback;
}

/** A whole number above zero. */
export function getNumber(parsed: Arguments, name: string): number {
  const text = getOption(parsed, name);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} is a whole number above zero`);
  return Number(text);
}
