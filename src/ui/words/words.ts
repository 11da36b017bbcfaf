import { appWords } from './app.ts';
import { jobsWords } from './jobs.ts';
import { libraryWords } from './library.ts';
import { outputsWords } from './outputs.ts';
import { searchWords } from './search.ts';
import { waysInWords } from './ways-in.ts';

/**
 * Texts of the first screen and texts that several screens share. Screens with many texts load their own file (`cite`, `export`, `pages`, `published`, `settings`, `site`).
 * Names that tests rely on are here too: change them with care.
 */
export const words = {
  ...appWords,
  ...waysInWords,
  ...searchWords,
  ...libraryWords,
  ...outputsWords,
  ...jobsWords,
} as const;
