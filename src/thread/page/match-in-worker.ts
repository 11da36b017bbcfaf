import matchWorkerUrl from '../workers/match-worker.ts?worker&url';
import { createMatchTexts } from './match-texts.ts';
import { spawnWorker } from './spawn-worker.ts';

/** Loaded with the first regular expression. */
export const matchTexts = createMatchTexts(() => spawnWorker(matchWorkerUrl, 'quire match'));
