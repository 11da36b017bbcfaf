import type { ReadFile } from '../../model/cut.ts';

export type DocumentFacts = Pick<ReadFile, 'title' | 'description'>;
