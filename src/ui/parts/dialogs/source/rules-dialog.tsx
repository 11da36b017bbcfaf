import { useEffect, useState } from 'react';
import { Ask } from '../../../kit/ask.tsx';
import { GlobField, toGlobs } from '../../../kit/field.tsx';
import * as look from '../../../kit/look.module.css';
import { readAgain } from '../../../state/actions/read-again.ts';
import { useApp } from '../../../state/context.ts';
import { readRules } from '../../../state/source-rules.ts';
import { words } from '../../../words/words.ts';
import type { DialogProps } from '../dialog-props.ts';

/** Edits the include and exclude globs of one source, one per line. */
export function RulesDialog({ dialog, onClose }: DialogProps<'rules'>) {
  const app = useApp();
  const { collection, source } = dialog;
  const [include, setInclude] = useState('');
  const [exclude, setExclude] = useState('');
  useEffect(() => {
    readRules(app.connection.engine, { collectionId: collection.id, sourceId: source.id })
      .then((rules) => {
        setInclude(rules.include.join('\n'));
        setExclude(rules.exclude.join('\n'));
      })
      .catch(app.state.report);
  }, [app, collection.id, source.id]);
  const go = () => {
    const rules = { include: toGlobs(include), exclude: toGlobs(exclude) };
    app.connection.engine
      .writeChoices(collection.id, { rules: { [source.id]: rules } })
      .then(() => readAgain(app, collection, source))
      .catch(app.state.report);
  };
  return (
    <Ask title={words.rules.button} go={words.common.save} onGo={go} onClose={onClose}>
      <p className={look.soft}>{words.rules.intro}</p>
      <GlobField label={words.rules.include} hint={words.rules.includeHint} value={include} onChange={setInclude} />
      <GlobField label={words.rules.exclude} hint={words.rules.excludeHint} value={exclude} onChange={setExclude} />
    </Ask>
  );
}
