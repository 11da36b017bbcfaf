import { Suspense, useState } from 'react';
import type { ChunkAnswer } from '../../../engine/contract.ts';
import { hasPictures } from '../../../kinds/document-format.ts';
import type { Chunk, FileRow } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { NO_SELECTION } from '../../../model/outputs/selection.ts';
import { toLineUrl } from '../../../site/repo-address.ts';
import { Button } from '../../kit/button.tsx';
import { usePreference } from '../../kit/hooks.ts';
import { loadLater } from '../../kit/use-loaded.ts';
import { saveBlob } from '../../state/actions/copy-and-save.ts';
import { useApp } from '../../state/context.ts';
import { toggleFile, usePackDraft } from '../../state/pack.ts';
import { useIsSite } from '../../state/use-current-collection.ts';
import { EDITORS, toEditorUrl } from '../../text/editor-url.ts';
import { editorWords, libraryWords } from '../../words/library.ts';
import { readerWords } from '../../words/search.ts';
import * as css from './reader.module.css';

interface Props {
  readonly answer: ChunkAnswer;
  readonly collection: Collection;
}

/** The chunk's identifiers and its source; readers of a website see only the source. */
export function ReaderFoot({ answer, collection, isBook = false }: Props & { readonly isBook?: boolean }) {
  const { chunk, file } = answer;
  const isSite = useIsSite();
  return (
    <div className={css.foot}>
      {!isBook && !collection.readingOnly && <PackFile path={chunk.path} collection={collection} />}
      {!isSite && !isBook && <ChunkNames chunk={chunk} />}
      {file.kind === 'html' && <span>{readerWords.leftOut}</span>}
      {file.url !== undefined && <SourceLink url={file.url} label={readerWords.openSource} />}
      <RepoLink answer={answer} collection={collection} />
      <EditorLink answer={answer} collection={collection} />
      {file.document?.ocrPages !== undefined && <span>{readerWords.recognised(file.document.ocrPages.length)}</span>}
      {file.kind === 'document' && collection.publishedAt === undefined && (
        <EditDetails file={file} collection={collection} />
      )}
      {hasPictures(file) && <RecogniseText paths={[file.path]} collection={collection} />}
      {answer.hasOriginal === true && <SaveOriginal file={file} collection={collection} />}
    </div>
  );
}

const DetailsDialog = loadLater(() => import('../dialogs/details-dialog.tsx'), 'DetailsDialog');

/** Corrects title, authors and year of a document. */
function EditDetails({ file, collection }: { readonly file: FileRow; readonly collection: Collection }) {
  const [isOpen, setOpen] = useState(false);
  const { path, title, document } = file;
  return (
    <>
      <Button look="link" label={readerWords.editDetails} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <DetailsDialog collection={collection} file={{ path, title, ...document }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Puts the whole file into every pack of this collection. */
function PackFile({ path, collection }: { readonly path: string; readonly collection: Collection }) {
  const { choices } = useApp().state;
  const isIn = usePackDraft(collection).files?.includes(path) === true;
  return (
    <Button
      look="link"
      label={isIn ? readerWords.fileInPack : readerWords.addFile}
      aria-pressed={isIn}
      onClick={() => toggleFile(choices, collection, { path, isIn })}
    />
  );
}

function ChunkNames({ chunk: { ref, shortId, part, parts } }: { readonly chunk: Chunk }) {
  return (
    <>
      <span>ref {ref}</span>
      <span>id {shortId}</span>
      {part !== undefined && parts !== undefined && <span>{readerWords.part(part, parts)}</span>}
      <span className={css.asText}>{readerWords.asText}</span>
    </>
  );
}

interface SaveProps {
  readonly file: { readonly path: string; readonly bytes: number };
  readonly collection: Collection;
}

/** Saves the original document; the reader shows its extracted text. */
export function SaveOriginal({ file, collection }: SaveProps) {
  const app = useApp();
  const save = async (): Promise<void> => {
    const blob = await app.connection.engine.readOriginal(collection.id, file.path);
    if (blob === undefined) app.state.toasts.show(readerWords.noOriginal);
    else saveBlob(blob, file.path.split('/').at(-1) ?? file.path);
  };
  return (
    <Button
      look="link"
      label={readerWords.saveOriginal(file.bytes)}
      onClick={() => void save().catch(() => app.state.toasts.show(readerWords.noOriginal))}
    />
  );
}

/** Opens the dialog that recognises the text in pictures, or removes it. */
export function RecogniseText({
  paths,
  collection,
}: {
  readonly paths: readonly string[];
  readonly collection: Collection;
}) {
  const { state, connection } = useApp();
  if (connection.loadRecogniser === undefined || collection.readOnly || collection.publishedAt !== undefined)
    return null;
  const open = () => state.dialog.set({ type: 'ocr', collection, scope: { ...NO_SELECTION, paths } });
  return <Button look="link" label={libraryWords.recognise} onClick={open} />;
}

/** Does not open before the user confirms: opening it tells the site about the visit. */
function SourceLink({ url, label }: { readonly url: string; readonly label: string }) {
  const { state } = useApp();
  if (!/^https?:\/\//i.test(url)) return null;
  return <Button look="link" label={label} onClick={() => state.dialog.set({ type: 'leave', url })} />;
}

/** Opens a file of a folder in the user's editor; asks once where the folder is. */
function EditorLink({ answer: { chunk, file }, collection: { sources, publishedAt } }: Props) {
  const { state } = useApp();
  const [template] = usePreference('editor');
  const [folders] = usePreference('folders');
  const source = sources.find(({ slug }) => slug === file.source);
  if (publishedAt !== undefined || (source?.type !== 'folder' && source?.type !== 'files')) return null;
  const path = sources.length > 1 ? chunk.path.slice(source.slug.length + 1) : chunk.path;
  // A document has pages instead, and the lines of a web page are not in its text.
  const hasLines = file.kind !== 'document' && file.kind !== 'html';
  const line = hasLines ? chunk.startLine : 1;
  const url = toEditorUrl({ template, folder: folders[source.id] ?? '', path, line });
  const [name = editorWords.mine] = Object.entries(EDITORS).find(([, own]) => own === template) ?? [];
  if (url === undefined)
    return <Button look="link" label={editorWords.menu} onClick={() => state.dialog.set({ type: 'editor', source })} />;
  return <a href={url}>{hasLines ? editorWords.open(name, line) : editorWords.openFile(name)}</a>;
}

/** Links to these lines at the imported commit [R4]. */
function RepoLink({ answer: { chunk, file }, collection: { sources } }: Props) {
  const source = sources.find(({ slug }) => slug === file.source);
  if (source?.repo === undefined || source.commit === undefined) return null;
  const path = sources.length > 1 ? chunk.path.slice(source.slug.length + 1) : chunk.path;
  const lines = { path, startLine: chunk.startLine, endLine: chunk.endLine };
  const url = toLineUrl(source.repo, { commit: source.commit, ...lines });
  return <SourceLink url={url} label={readerWords.openAt(new URL(url).host)} />;
}
