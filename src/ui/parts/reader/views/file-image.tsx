import { useEffect, useRef, useState } from 'react';
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
  const [state, setState] = useState<'reading' | 'drawn' | 'missing'>('reading');
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const blob = path === undefined ? undefined : await engine.readOriginal(collectionId, path);
      if (blob === undefined) throw new Error('no such image');
      const bitmap = await createImageBitmap(blob);
      const element = canvas.current;
      if (isGone || element === null) return bitmap.close();
      const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
      element.width = Math.max(1, Math.round(bitmap.width * scale));
      element.height = Math.max(1, Math.round(bitmap.height * scale));
      element.getContext('2d')?.drawImage(bitmap, 0, 0, element.width, element.height);
      bitmap.close();
      setState('drawn');
    };
    draw().catch(() => !isGone && setState('missing'));
    return () => {
      isGone = true;
    };
  }, [engine, collectionId, path]);
  const name = toShortName(alt, 200) || words.reader.image;
  if (state === 'missing') return <span className={css.imageName}>{words.reader.imageNamed(name)}</span>;
  return <canvas ref={canvas} className={css.image} role="img" aria-label={name} hidden={state !== 'drawn'} />;
}
