import { useEffect, useRef, useState } from 'react';
import type { PackAnswer, PackOptions } from '../../../engine/contract.ts';
import type { PickedChunk } from '../../../model/choices.ts';
import type { Collection } from '../../../model/collection.ts';
import { report } from '../../state/actions/report.ts';
import { useApp } from '../../state/context.ts';

/** Makes the pack again when typing pauses; only the newest answer counts. */
export function usePack({ collection, picks, query, mask, budgetTokens, packFormat, packCounter }: Wanted) {
  const { engine } = useApp().connection;
  const [answer, setAnswer] = useState<PackAnswer>();
  const [isWaiting, setWaiting] = useState(false);
  const newest = useRef(0);
  useEffect(() => {
    const mine = ++newest.current;
    if (query.trim() === '' && picks.length === 0) {
      setAnswer(undefined);
      return setWaiting(false);
    }
    const make = async () => {
      setWaiting(true);
      try {
        const made = await engine.makePack({
          collectionId: collection.id,
          ...(query.trim() === '' ? {} : { query }),
          picks: picks.map((pick) => pick.id),
          budgetTokens,
          format: packFormat,
          counter: packCounter,
          mask,
        });
        if (mine === newest.current) setAnswer(made);
      } catch (error) {
        if (mine === newest.current) report(error);
      }
      if (mine === newest.current) setWaiting(false);
    };
    const timer = setTimeout(() => void make(), REST_MS);
    return () => clearTimeout(timer);
  }, [engine, collection.id, picks, query, mask, budgetTokens, packFormat, packCounter]);
  return { answer, isWaiting };
}

interface Wanted {
  readonly collection: Collection;
  readonly picks: readonly PickedChunk[];
  readonly query: string;
  readonly mask: boolean;
  readonly budgetTokens: number;
  readonly packFormat: PackOptions['format'];
  readonly packCounter: PackOptions['counter'];
}

const REST_MS = 250;
