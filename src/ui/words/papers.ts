import { formatCount } from '../text/format.ts';

export const paperWords = {
  list: 'Papers',
  columns: { isRead: 'Read', title: 'Title', authors: 'Authors', year: 'Year', pages: 'Pages', key: 'Key' },
  read: (title: string) => `Read ${title}`,
  edit: 'Edit details',
  editNamed: (title: string) => `Edit details of ${title}`,
  title: 'Title',
  authors: 'Authors',
  authorsHint: 'One name per line, such as Ada Lamp or Lamp, Ada.',
  year: 'Year',
  badYear: (typed: string, max: number) => `“${typed}” isn't a year. Enter a number from 1 to ${max}, or nothing.`,
  save: 'Save',
  hint: 'Kept with this collection, also after a sync. Leave a field empty to use what the file says.',
  noMatch: 'No matching papers.',
  more: (n: number) => `${formatCount(n)} more. Filter the files to see them.`,
  references: 'References',
  referencesText:
    'The references of your documents as BibTeX: from your .bib, RIS or CSL-JSON file, else from first pages.',
  saveReferences: 'Save references (.bib)',
};
