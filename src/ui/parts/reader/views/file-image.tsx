import { useRef } from 'react';
import { useLoaded } from '../../../kit/use-loaded.ts';
import { useApp } from '../../../state/context.ts';
import { toShortName } from '../../../text/visible-text.ts';
import { words } from '../../../words/words.ts';
import * as css from './views.module.css';

interface Props {
  readonly collectionId: string;
  /** Undefined for an image outside the collection, which is never fetched. */
  readonly path: string | undefined;
  readonly alt: string;
}

const MAX_SIDE_PX = 2_000;

/** An image of the collection, drawn from its bytes. The page's policy forbids image addresses. */
export function FileImage({ collectionId, path, alt }: Props) {
  const { engine } = useApp().connection;
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = async (signal: AbortSignal) => {
    const blob = path === undefined ? undefined : await engine.readOriginal(collectionId, path);
    if (blob === undefined) throw new Error('no such image');
    const bitmap = await createImageBitmap(blob);
    if (canvas.current !== null && !signal.aborted) drawOn(canvas.current, bitmap);
    bitmap.close();
    return true;
  };
  const { value: isDrawn = false, problem } = useLoaded(draw, [engine, collectionId, path], { onFailure: 'return' });
  const name = toShortName(alt, 200) || words.reader.image;
  if (problem !== undefined) return <span className={css.imageName}>{words.reader.imageNamed(name)}</span>;
  return <canvas ref={canvas} className={css.image} role="img" aria-label={name} hidden={!isDrawn} />;
}

function drawOn(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}
