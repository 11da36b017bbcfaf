import { useRef } from 'react';
import type { Ranges } from '../../../../model/hit.ts';
import { pause, useLoaded } from '../../../kit/use-loaded.ts';
import { useApp } from '../../../state/context.ts';

/** Pause in typing before a search; a newly opened text is searched at once. */
const REST_MS = 120;
const NONE: Ranges = [];

/** Returns the spans that match the query; empty until they are found. */
export function useMatches(collectionId: string, query: string, text: string): Ranges {
  const { engine } = useApp().connection;
  const seen = useRef<string>(undefined);
  const isAsked = query.trim() !== '';
  const find = async (signal: AbortSignal) => {
    const isNew = seen.current !== text;
    seen.current = text;
    if (!isNew) await pause(REST_MS, signal);
    return engine.findMatches(collectionId, query, text);
  };
  const load = (signal: AbortSignal) => (isAsked ? find(signal) : undefined);
  const { value } = useLoaded(load, [engine, collectionId, text], { version: query });
  return isAsked ? (value ?? NONE) : NONE;
}
