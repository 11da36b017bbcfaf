import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { NOTE_LIMITS, type PlacedNote, type TextQuote } from '../../../model/outputs/note.ts';
import { createQuoteFinder } from '../../../places/find-quote.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { TextArea } from '../../kit/field.tsx';
import { useWindowEvent } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { deleteNote, keepNote, useNotes } from '../../state/notes.ts';
import { toHash } from '../../state/route.ts';
import { toShortName } from '../../text/visible-text.ts';
import { noteWords } from '../../words/notes.ts';
import * as css from './notes.module.css';
import * as usesCss from './uses.module.css';

interface Props {
  readonly collection: Collection;
  readonly path: string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly toHref: (ref: string, line: number) => string;
}

/** What the box next to the text is about: a selection, or a note. */
interface Opened {
  readonly quote: TextQuote;
  readonly note?: PlacedNote;
  readonly isEditing?: boolean;
  readonly left: number;
  readonly top: number;
}

/** Highlights and notes of the open file: marked in its text, listed below it, made from a selection. */
export function Notes({ collection, path, scroller, toHref }: Props) {
  const app = useApp();
  const { report } = app.state;
  const notes = useNotes(collection.id, path);
  const anchor = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const [isListed, setListed] = useState(false);
  const toPlace = (rects: DOMRectList): Pick<Opened, 'left' | 'top'> => {
    const { left, top, width } = (anchor.current as HTMLElement).getBoundingClientRect();
    const end = rects[rects.length - 1] ?? new DOMRect();
    return {
      left: Math.max(0, Math.min(end.left - left, width - BOX_PX)),
      top: Math.min(end.bottom + 6 - top, -BOX_PX / 3),
    };
  };
  const marks = useMarks(scroller, notes);
  /** The selection whose box the user closed. */
  const closed = useRef<TextQuote>(undefined);
  useSelected(scroller, {
    onChange() {
      const found = scroller.current === null ? undefined : readQuote(scroller.current);
      if (found !== undefined && isSameQuote(found.quote, closed.current)) return;
      setOpened((now) => {
        if (now?.isEditing) return now;
        if (found === undefined) return now?.note === undefined ? undefined : now;
        return { quote: found.quote, ...toPlace(found.range.getClientRects()) };
      });
    },
    onClear() {
      closed.current = undefined;
    },
  });
  useEffect(() => {
    const element = scroller.current;
    const click = (event: MouseEvent) => {
      if (getSelection()?.isCollapsed === false) return;
      const mark = marks.current.find(({ range }) => isOn(range, event));
      setOpened(mark && { quote: mark.note.quote, note: mark.note, ...toPlace(mark.range.getClientRects()) });
    };
    const close = () => setOpened((now) => (now?.isEditing ? now : undefined));
    element?.addEventListener('click', click);
    element?.addEventListener('scroll', close, { passive: true });
    return () => {
      element?.removeEventListener('click', click);
      element?.removeEventListener('scroll', close);
    };
  });
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // A scroll may have closed the box for a moment.
    closed.current = scroller.current === null ? undefined : readQuote(scroller.current)?.quote;
    if (opened === undefined) return;
    event.preventDefault();
    setOpened(undefined);
  });
  const keep = (text: string | undefined) => {
    if (opened === undefined) return;
    const { quote, note } = opened;
    const id = note?.id ?? newJobId();
    const at = new Date().toISOString();
    const body = text === undefined || text.trim() === '' ? {} : { text: text.trim() };
    keepNote(app, collection.id, { id, at, path: note?.path ?? path, quote, ...body }).catch(report);
    getSelection()?.removeAllRanges();
    setOpened(undefined);
  };
  const remove = (note: PlacedNote) => {
    setOpened(undefined);
    deleteNote(app, collection.id, note).catch(report);
  };
  return (
    <>
      <div className={css.anchor} ref={anchor}>
        {opened !== undefined && (
          <section
            className={css.box}
            style={{ left: opened.left, top: opened.top }}
            aria-label={opened.note === undefined ? noteWords.selection : noteWords.note}
          >
            {opened.isEditing ? (
              <NoteForm text={opened.note?.text ?? ''} onSave={keep} onCancel={() => setOpened(undefined)} />
            ) : (
              <>
                {opened.note?.text !== undefined && <p className={css.text}>{opened.note.text}</p>}
                <NoteButtons
                  note={opened.note}
                  onHighlight={() => keep(undefined)}
                  onEdit={() => setOpened({ ...opened, isEditing: true })}
                  onRemove={remove}
                />
              </>
            )}
          </section>
        )}
      </div>
      {notes.length > 0 && (
        <section className={usesCss.uses} aria-label={noteWords.inFile}>
          <div className={usesCss.bar}>
            <Button
              look="quiet"
              label={noteWords.count(notes.length)}
              aria-expanded={isListed}
              onClick={() => setListed(!isListed)}
            />
            {isListed && (
              <a href={toHash({ place: 'files', collectionId: collection.id, filter: 'notes' })}>{noteWords.all}</a>
            )}
          </div>
          {isListed && (
            <ul className={usesCss.list}>
              {notes.map((note) => (
                <NoteRow key={note.id} note={note} toHref={toHref} onRemove={remove} />
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}

/** Widest box. */
const BOX_PX = 360;

interface ButtonsProps {
  readonly note: PlacedNote | undefined;
  readonly onHighlight: () => void;
  readonly onEdit: () => void;
  readonly onRemove: (note: PlacedNote) => void;
}

function NoteButtons({ note, onHighlight, onEdit, onRemove }: ButtonsProps) {
  // A press would clear the selection before the click.
  const keepSelection = { onMouseDown: (event: React.MouseEvent) => event.preventDefault() };
  const editLabel = note === undefined ? noteWords.note : note.text === undefined ? noteWords.addNote : noteWords.edit;
  return (
    <div className={look.row}>
      {note === undefined && (
        <Button look="quiet" label={noteWords.highlight} onClick={onHighlight} {...keepSelection} />
      )}
      <Button look="quiet" label={editLabel} onClick={onEdit} {...keepSelection} />
      {note !== undefined && <Button look="quiet" label={noteWords.remove} onClick={() => onRemove(note)} />}
    </div>
  );
}

interface FormProps {
  readonly text: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

function NoteForm({ text: before, onSave, onCancel }: FormProps) {
  const [text, setText] = useState(before);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  return (
    <form
      className={css.form}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <TextArea
        label={noteWords.text}
        rows={4}
        maxLength={NOTE_LIMITS.maxTextChars}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
        }}
      />
      <div className={look.row}>
        <Button look="primary" type="submit" label={noteWords.save} />
        <Button label={noteWords.cancel} onClick={onCancel} />
      </div>
    </form>
  );
}

interface RowProps {
  readonly note: PlacedNote;
  readonly toHref: (ref: string, line: number, path: string) => string;
  readonly onRemove: (note: PlacedNote) => void;
}

/** A note in a list, with its place. */
export function NoteRow({ note, toHref, onRemove }: RowProps) {
  const { quote, text, place } = note;
  const quoted = toShortName(quote.exact.replace(/\s+/g, ' ').trim(), 300);
  return (
    <li className={css.row}>
      <div className={css.body}>
        {place === undefined ? (
          <span className={css.quote}>
            <span dir="auto">{quoted}</span> <em className={look.aside}>{noteWords.gone}</em>
          </span>
        ) : (
          <a className={css.quote} href={toHref(place.refs[0] as string, place.lines[0], place.path)}>
            <span dir="auto">{quoted}</span>
            {place.page !== undefined && <em className={look.aside}> {place.page}</em>}
          </a>
        )}
        {text !== undefined && <p dir="auto">{text}</p>}
      </div>
      <IconButton icon="close" label={noteWords.removeNamed(toShortName(quoted, 60))} onClick={() => onRemove(note)} />
    </li>
  );
}

interface Mark {
  readonly note: PlacedNote;
  readonly range: Range;
}

const MARKS = 'quire-note';

/** Marks notes in the rendered text, whatever the view makes of it. Browsers without custom highlights only list them. */
function useMarks(scroller: RefObject<HTMLElement | null>, notes: readonly PlacedNote[]): RefObject<readonly Mark[]> {
  const marks = useRef<readonly Mark[]>([]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || notes.length === 0 || !('highlights' in CSS)) return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      marks.current = notes.flatMap((note) => {
        const range = findRange(element, note);
        return range === undefined ? [] : [{ note, range }];
      });
      CSS.highlights.set(MARKS, new Highlight(...marks.current.map(({ range }) => range)));
    };
    // Chunks are rendered as they come near the view.
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(mark);
    });
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    mark();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      CSS.highlights.delete(MARKS);
      marks.current = [];
    };
  }, [scroller, notes]);
  return marks;
}

/** A selection grows letter by letter. */
const SELECTING_MS = 200;

/** Calls for each new selection, and again when the text was scrolled under it. A text can be selected before this code is loaded. */
function useSelected(
  scroller: RefObject<HTMLElement | null>,
  { onChange, onClear }: { readonly onChange: () => void; readonly onClear: () => void },
): void {
  const change = useEffectEvent(onChange);
  const clear = useEffectEvent(onClear);
  useEffect(() => {
    const element = scroller.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      if (getSelection()?.isCollapsed !== false) clear();
      clearTimeout(timer);
      timer = setTimeout(() => scroller.current !== null && change(), SELECTING_MS);
    };
    document.addEventListener('selectionchange', later);
    element?.addEventListener('scroll', later, { passive: true });
    later();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', later);
      element?.removeEventListener('scroll', later);
    };
  }, [scroller]);
}

function isSameQuote(one: TextQuote, other: TextQuote | undefined): boolean {
  return one.exact === other?.exact && one.prefix === other.prefix && one.suffix === other.suffix;
}

function isOn(range: Range, { clientX, clientY }: MouseEvent): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
  );
}

/** The text on screen, without what is only drawn, and its nodes. */
interface ShownText {
  readonly text: string;
  readonly nodes: readonly { readonly node: Text; readonly start: number }[];
}

const BLOCKS = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, blockquote, div';

function readShown(roots: readonly Element[]): ShownText {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null | undefined;
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
      const parent = node.parentElement;
      // A formula is in the text as it is written, too.
      if (parent?.closest('math') != null) continue;
      const own = parent?.closest(BLOCKS);
      if (own !== block && text !== '') text += '\n';
      block = own;
      nodes.push({ node, start: text.length });
      text += node.data;
    }
  }
  return { text, nodes };
}

/** Returns the selected text of an element with what is around it; undefined if nothing is selected there, or too much. */
function readQuote(root: Element): { readonly quote: TextQuote; readonly range: Range } | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return undefined;
  const { text, nodes } = readShown([root]);
  const inside = nodes.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const from = first.start + (first.node === range.startContainer ? range.startOffset : 0);
  const to = last.start + (last.node === range.endContainer ? range.endOffset : last.node.length);
  const exact = text.slice(from, to).trim();
  if (exact === '' || exact.length > NOTE_LIMITS.maxQuoteChars) return undefined;
  const start = text.indexOf(exact, from);
  const end = start + exact.length;
  const { contextChars } = NOTE_LIMITS;
  const prefix = text.slice(Math.max(0, start - contextChars), start);
  return { quote: { exact, prefix, suffix: text.slice(end, end + contextChars) }, range };
}

/** Finds a note in the chunks that have it, as far as they are rendered. */
function findRange(root: Element, { quote, place }: PlacedNote): Range | undefined {
  const blocks = (place?.refs ?? []).map((ref) => root.querySelector(`[data-ref="${CSS.escape(ref)}"]`));
  const { text, nodes } = readShown(blocks.filter((block) => block !== null));
  const [start, end] = createQuoteFinder(text)(quote) ?? [];
  const first = nodes.findLast((one) => one.start <= (start ?? -1));
  const last = nodes.findLast((one) => one.start < (end ?? 0));
  if (start === undefined || end === undefined || first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(first.node, Math.min(first.node.length, start - first.start));
  range.setEnd(last.node, Math.min(last.node.length, end - last.start));
  return range;
}
