import type { PlacedNote } from '../../model/outputs/note.ts';
import { inOrder, pathOf } from './place-notes.ts';

/** Writes notes as Markdown: by file, in the order of the text; those whose text is gone come last in their file. */
export function toNotesMarkdown(notes: readonly PlacedNote[]): string {
  const files = new Map<string, PlacedNote[]>();
  for (const note of [...notes].sort(inOrder)) {
    const path = pathOf(note);
    files.set(path, [...(files.get(path) ?? []), note]);
  }
  const parts = [...files].map(([path, own]) => {
    const title = own.find(({ place }) => place !== undefined)?.place?.title;
    return `## ${toLine(title === undefined ? path : `${title} (${path})`)}\n\n${own.map((note) => toMarkdown(note)).join('\n\n')}\n`;
  });
  return `# Highlights and notes\n\n${parts.join('\n')}`;
}

/** Writes notes for a pack, within a number of characters: the ones that do not fit are counted. */
export function toPackNotes(notes: readonly PlacedNote[], maxChars: number): string {
  const written: string[] = [];
  let chars = 0;
  for (const note of [...notes].sort(inOrder)) {
    const text = `${toMarkdown(note, toLine(pathOf(note)))}\n`;
    chars += text.length + 1;
    if (chars > maxChars) break;
    written.push(text);
  }
  const left = notes.length - written.length;
  const more = left === 0 ? '' : `\n${left} more ${left === 1 ? 'note' : 'notes'} left out: the budget has no room.\n`;
  return `Highlights and notes of the user:\n\n${written.join('\n')}${more}`;
}

function toMarkdown({ quote, text, place }: PlacedNote, path?: string): string {
  const where = place === undefined ? 'text is gone' : (place.page ?? `lines ${place.lines[0]}-${place.lines[1]}`);
  const quoted = quote.exact
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const source = path === undefined ? where : `${path}, ${where}`;
  return `${quoted}\n>\n> (${source})${text === undefined ? '' : `\n\n${text.trim()}`}`;
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Writes notes as annotations of the W3C's model (https://www.w3.org/TR/annotation-model/). */
export function toAnnotations(notes: readonly PlacedNote[]): string {
  const items = [...notes].sort(inOrder).map(({ id, at, path, quote, text, place }) => ({
    id: `urn:quire:note:${id}`,
    type: 'Annotation',
    motivation: text === undefined ? 'highlighting' : 'commenting',
    modified: at,
    ...(text === undefined ? {} : { body: { type: 'TextualBody', value: text, format: 'text/plain' } }),
    target: {
      source: encodeURI(place?.path ?? path),
      selector: { type: 'TextQuoteSelector', ...quote },
    },
  }));
  const page = { '@context': 'http://www.w3.org/ns/anno.jsonld', type: 'AnnotationPage', items };
  return `${JSON.stringify(page, undefined, 2)}\n`;
}
