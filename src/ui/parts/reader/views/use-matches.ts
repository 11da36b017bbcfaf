import { useEffect, useRef, useState } from 'react';
import type { Ranges } from '../../../../model/hit.ts';
import { report } from '../../../state/actions/report.ts';
import { useApp } from '../../../state/context.ts';

/** Pause in typing before a search; a newly opened text is searched at once. */
const REST_MS = 120;
const NONE: Ranges = [];

/** Returns the spans that match the query; empty until they are found. */
export function useMatches(collectionId: string, query: string, text: string | undefined): Ranges {
  const { engine } = useApp().connection;
  const [found, setFound] = useState<{ readonly text: string; readonly ranges: Ranges }>();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (text === undefined || query.trim() === '') return;
    let isGone = false;
    const look = () =>
      engine.findMatches(collectionId, query, text).then(
        (ranges) => !isGone && setFound({ text, ranges }),
        (error: unknown) => !isGone && report(error),
      );
    const timer = setTimeout(look, seen.current === text ? REST_MS : 0);
    seen.current = text;
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [engine, collectionId, query, text]);
  return query.trim() !== '' && found !== undefined && found.text === text ? found.ranges : NONE;
}
