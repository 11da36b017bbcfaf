import { createContext, runInContext } from 'node:vm';
import type { MatchTexts } from '../../src/engine/contract.ts';
import { matchLines } from '../../src/lib/match-lines.ts';
import { AppError } from '../../src/model/app-error.ts';
import { LIMITS } from '../../src/model/limits.ts';

/** Matches in Node's own time limit, which also ends a regular expression. */
export const nodeMatch: MatchTexts = async ({ texts, pattern, ...options }) => {
  const run = () => texts.map((text) => matchLines(text, pattern, options));
  try {
    return runInContext('run()', createContext({ run }), { timeout: LIMITS.matchMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new AppError('engine/slow-pattern', `no end after ${LIMITS.matchMs} ms`);
  }
};
