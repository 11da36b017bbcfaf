import { appWords } from './app.ts';
import { jobsWords } from './jobs.ts';
import { libraryWords } from './library.ts';
import { outputsWords } from './outputs.ts';
import { searchWords } from './search.ts';
import { selectionsWords } from './selections.ts';
import { settingsWords } from './settings.ts';
import { waysInWords } from './ways-in.ts';

/** Every sentence a person reads, one file for each group of places. Names that tests rely on are here too: change them with care. */
export const words = {
  ...appWords,
  ...waysInWords,
  ...searchWords,
  ...libraryWords,
  ...outputsWords,
  ...selectionsWords,
  ...jobsWords,
  ...settingsWords,
} as const;
