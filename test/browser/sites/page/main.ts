import { observeCrawl } from '../observe-crawl.ts';

export type ObserveCrawl = typeof observeCrawl;

Object.assign(globalThis, { observeCrawl });
