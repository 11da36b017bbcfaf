import { fstatSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Engine } from '../engine/contract.ts';
import type { Phase } from '../model/job.ts';
import { LIMITS } from '../model/limits.ts';
import { Refusal, UsageError } from './problems.ts';

/** False in CI, which shows every state of a line that is written again. */
function isTerminal(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && !process.env.CI;
}

/** Bold on a terminal with colours, unless `NO_COLOR` is set. */
export function bold(text: string): string {
  return isTerminal(process.stdout) && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
    ? styleText('bold', text)
    : text;
}

/** Ends the process with a problem if standard output cannot be written; with success if its reader has what it wants, such as `head`. */
export function failUnwritten(): void {
  const { stdout } = process;
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(0);
    process.stderr.write(`The output is not whole, because it could not be written: ${message}.\n`);
    process.exit(1);
  });
  if (!fstatSync(stdout.fd).isFile()) return;
  // To a full disk, Node's own stream writes a part and reports success.
  stdout._write = (bytes, _encoding, done) => {
    try {
      writeFileSync(stdout.fd, bytes);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

const PHASES: Readonly<Partial<Record<Phase, string>>> = { scan: 'Looking for files', write: 'Writing' };
/** A terminal over a network should not wait for the line. */
const REDRAW_MS = 100;

/** Shows what the engine does in one line of standard error; nothing outside of a terminal. Returns a function that clears it. */
export async function showProgress(engine: Engine): Promise<() => void> {
  const out = process.stderr;
  if (!isTerminal(out)) return () => {};
  let drawnMs = 0;
  const clear = () => out.write('\r\x1b[K');
  const stop = await engine.subscribe((event) => {
    if (event.type !== 'progress' || performance.now() - drawnMs < REDRAW_MS) return;
    const { phase, done, total, found } = event.progress;
    drawnMs = performance.now();
    clear();
    out.write(`${PHASES[phase] ?? 'Indexing'}: ${total === 0 ? found : `${done} of ${total}`}`);
  });
  return () => {
    stop();
    if (drawnMs > 0) clear();
  };
}

const VARIABLE = 'QUIRE_PASSPHRASE';

/** Returns the passphrase of the environment, or undefined: arguments are visible to every user of the machine. */
export function findPassphrase(): string | undefined {
  return process.env[VARIABLE] || undefined;
}

/** Returns a passphrase for something new, from the environment or typed twice. */
export async function readNewPassphrase(): Promise<string> {
  const passphrase = findPassphrase() ?? (await typePassphrase('Passphrase: '));
  const chars = [...passphrase].length;
  if (chars < LIMITS.minPassphraseChars)
    throw new Refusal(`The passphrase has ${chars} characters; it needs ${LIMITS.minPassphraseChars} or more.`);
  if (findPassphrase() === undefined && (await typePassphrase('Once more: ')) !== passphrase)
    throw new Refusal('The two passphrases differ.');
  return passphrase;
}

async function typePassphrase(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`set ${VARIABLE}, or run this in a terminal to type the passphrase`);
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
