import { toClass } from '../../kit/button.tsx';
import { formatCount } from '../../text/format.ts';
import { splitHidden } from '../../text/visible-text.ts';
import { type DiffRun, foldSame } from '../../text/word-diff.ts';
import { changesWords } from '../../words/library.ts';
import * as css from './controls.module.css';

/** Shows two texts as one: removed words struck out, added words underlined. A text that is all new or all removed stays plain, for legibility. */
export function WordDiff({ runs, isBlock }: { readonly runs: readonly DiffRun[]; readonly isBlock?: boolean }) {
  return (
    <p className={toClass(css.diff, runs.length === 1 && css.diffWhole, isBlock && css.diffBlock)} translate="no">
      {foldSame(runs).map((run) => {
        if (run.what === 'gap')
          return (
            <span key={run.at} className={css.diffGap}>
              {(run.hidden === 'same' ? changesWords.sameGap : changesWords.longGap)(formatCount(run.chars))}
            </span>
          );
        const text = toVisible(run.text + (run.after || ' '));
        if (run.what === 'same') return <span key={run.at}>{text}</span>;
        return run.what === 'removed' ? <del key={run.at}>{text}</del> : <ins key={run.at}>{text}</ins>;
      })}
    </p>
  );
}

function toVisible(text: string): string {
  return splitHidden(text)
    .map((run) => run.text)
    .join('');
}
