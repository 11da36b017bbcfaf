import { useEffect, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { AskedQuestion } from '../../../model/outputs/question.ts';
import { useApp } from '../../state/context.ts';

/** Asks the questions of a collection again, for each of its states; undefined until they are answered. */
export function useQuestions({ id, generation }: Collection): {
  readonly asked: readonly AskedQuestion[] | undefined;
  readonly again: () => void;
} {
  const { engine } = useApp().connection;
  const [asked, setAsked] = useState<readonly AskedQuestion[]>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation or a changed list runs the questions again
  useEffect(() => {
    let isCurrent = true;
    engine.askQuestions(id).then(
      (rows) => isCurrent && setAsked(rows),
      () => isCurrent && setAsked([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [engine, id, generation, round]);
  return { asked, again: () => setRound(round + 1) };
}
