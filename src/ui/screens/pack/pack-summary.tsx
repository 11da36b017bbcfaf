import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import * as barCss from '../../parts/controls/bar.module.css';
import { describePack, type PackNumbers } from '../../text/describe-pack.ts';
import { toBudgetText } from '../../text/parse-budget.ts';
import { words } from '../../words/words.ts';
import * as css from './pack.module.css';
import type { PackState } from './use-pack.ts';

interface Props {
  readonly pack: PackState;
  readonly budgetTokens: number;
  readonly onBudget: (tokens: number) => void;
}

/** One line: the contents, the matches that did not fit, and a budget that would fit them. */
export function PackSummary({ pack, budgetTokens, onBudget }: Props) {
  const { answer, isWaiting } = pack;
  const numbers = answer === undefined ? undefined : describePack(answer, budgetTokens);
  const share = Math.min(1, (answer?.tokens ?? 0) / budgetTokens);
  return (
    <div className={css.summary}>
      {numbers?.filesMissing !== undefined && <FilesMissing numbers={numbers} onBudget={onBudget} />}
      <p role="status">
        {isWaiting && <span className={look.faint}>{words.pack.making}</span>}
        {numbers !== undefined && (
          <>
            <strong>{numbers.contents}</strong>{' '}
            <span className={look.soft}>
              <Rest numbers={numbers} missing={answer?.account.missing ?? 0} onBudget={onBudget} />
            </span>
          </>
        )}
      </p>
      <div className={barCss.bar} aria-hidden>
        <div style={{ width: `${share * 100}%` }} />
      </div>
      {answer?.isIncomplete && <p className={look.notice}>{words.pack.incomplete}</p>}
    </div>
  );
}

interface PartProps {
  readonly numbers: PackNumbers;
  readonly onBudget: (tokens: number) => void;
}

function FilesMissing({ numbers: { filesMissing, enoughTokens }, onBudget }: PartProps) {
  return (
    <p className={`${look.notice} ${look.row}`} role="status">
      <span>{filesMissing}</span>
      {enoughTokens !== undefined && (
        <Button label={words.pack.raiseBudget(toBudgetText(enoughTokens))} onClick={() => onBudget(enoughTokens)} />
      )}
    </p>
  );
}

function Rest({ numbers, missing, onBudget }: PartProps & { readonly missing: number }) {
  const { enoughTokens } = numbers;
  return (
    <>
      {numbers.allIn}
      {numbers.missing}
      {numbers.missing !== undefined && enoughTokens !== undefined && (
        <>
          {'; '}
          <Button
            look="link"
            label={words.pack.wouldFit(toBudgetText(enoughTokens), missing)}
            onClick={() => onBudget(enoughTokens)}
          />
        </>
      )}
      {numbers.missing !== undefined && '.'} {numbers.outlines}
    </>
  );
}
