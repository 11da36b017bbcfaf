import { useState } from 'react';
import { NO_RULES } from '../../../../model/choices.ts';
import { Ask } from '../../../kit/ask.tsx';
import { GlobField, toGlobs } from '../../../kit/field.tsx';
import * as look from '../../../kit/look.module.css';
import { useLoaded } from '../../../kit/use-loaded.ts';
import { readAgain } from '../../../state/actions/read-again.ts';
import { useApp } from '../../../state/context.ts';
import { readRules } from '../../../state/source-rules.ts';
import { words } from '../../../words/words.ts';
import type { DialogProps } from '../dialog-props.ts';

/** Edits the include and exclude globs of one source, one per line. */
export function RulesDialog({ dialog, onClose }: DialogProps<'rules'>) {
  const app = useApp();
  const { collection, source } = dialog;
  const { engine } = app.connection;
  const { value: rules = NO_RULES } = useLoaded(
    () => readRules(engine, { collectionId: collection.id, sourceId: source.id }),
    [engine, collection.id, source.id],
  );
  const [typed, setTyped] = useState<{ readonly include?: string; readonly exclude?: string }>({});
  const { include = rules.include.join('\n'), exclude = rules.exclude.join('\n') } = typed;
  const go = () => {
    const chosen = { include: toGlobs(include), exclude: toGlobs(exclude) };
    engine
      .writeChoices(collection.id, { rules: { [source.id]: chosen } })
      .then(() => readAgain(app, collection, source))
      .catch(app.state.report);
  };
  return (
    <Ask title={words.rules.button} go={words.common.save} onGo={go} onClose={onClose}>
      <p className={look.soft}>{words.rules.intro}</p>
      <GlobField
        label={words.rules.include}
        hint={words.rules.includeHint}
        value={include}
        onChange={(text) => setTyped({ ...typed, include: text })}
      />
      <GlobField
        label={words.rules.exclude}
        hint={words.rules.excludeHint}
        value={exclude}
        onChange={(text) => setTyped({ ...typed, exclude: text })}
      />
    </Ask>
  );
}
