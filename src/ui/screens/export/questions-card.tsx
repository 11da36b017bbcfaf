import type { Collection } from '../../../model/collection.ts';
import { type AskedQuestion, type FoundAnswer, isLost } from '../../../model/outputs/question.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { useApp } from '../../state/context.ts';
import { readError } from '../../state/read-error.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collection: Collection;
  /** Undefined while they run. */
  readonly asked: readonly AskedQuestion[] | undefined;
  readonly onChange: () => void;
}

/** The questions of a collection: those that lost their answer with both states, then the others. */
export function QuestionsCard({ collection, asked, onChange }: Props) {
  const { connection, state } = useApp();
  const { engine } = connection;
  const add = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      await engine.addQuestions(collection.id, await file.text());
      onChange();
    } catch (error) {
      const problem = readError(error);
      const details = { ...problem.details, path: file.name };
      state.toasts.show(describeProblem({ ...problem, details }), { tone: 'bad' });
    }
  };
  const remove = async (id: string) => {
    await engine.writeChoices(collection.id, { questions: { [id]: null } });
    onChange();
  };
  const inOrder = [...(asked ?? [])].sort((a, b) => Number(isLost(b)) - Number(isLost(a)));
  return (
    <Card title={words.questions.title}>
      <p>{words.questions.text}</p>
      {asked !== undefined && asked.length > 0 && (
        <p role="status">{words.questions.summary(asked.filter(isLost).length, asked.length)}</p>
      )}
      <ul className={look.stack}>
        {inOrder.map((question) => (
          <li key={question.id}>
            <strong>{question.text}</strong>{' '}
            <span className={isLost(question) ? look.problem : look.soft}>{toState(question)}</span>{' '}
            <Button
              look="quiet"
              label={words.common.remove}
              aria-label={words.questions.remove(question.text)}
              onClick={() => void remove(question.id)}
            />
          </li>
        ))}
      </ul>
      <label>
        {words.questions.add}{' '}
        <input
          type="file"
          accept=".jsonl,.ndjson,.json"
          onChange={({ target }) => {
            void add(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
    </Card>
  );
}

function toState({ answered, now, best }: AskedQuestion): string {
  if (now !== undefined) return words.questions.found(toPlace(now), now.rank);
  const instead = best === undefined ? words.questions.nothing : toPlace(best);
  return answered === undefined
    ? words.questions.never(instead)
    : words.questions.lost(toPlace(answered), answered.rank, instead);
}

function toPlace({ path, lines }: FoundAnswer): string {
  return `${path}:${lines[0]}-${lines[1]}`;
}
