import { SearchInput, Select } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { describeOutcome } from '../../words/describe-outcome.ts';
import { pagesWords } from '../../words/pages.ts';
import { words } from '../../words/words.ts';
import { CONFIDENCES, PAGE_CLASSES, type PageFilter } from './list-pages.ts';

interface Props {
  readonly filter: PageFilter;
  readonly outcomes: readonly string[];
  readonly count: number;
  readonly onChange: (filter: PageFilter) => void;
}

export function PageFilterBar({ filter, outcomes, count, onChange }: Props) {
  return (
    <div className={look.row}>
      <SearchInput
        label={pagesWords.filter}
        style={{ flex: '1 1 200px', width: 'auto' }}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      <Select
        aria-label={pagesWords.columns.outcome}
        value={filter.outcome}
        options={[['', pagesWords.all], ...outcomes.map((outcome) => [outcome, describeOutcome(outcome)] as const)]}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <Select
        aria-label={pagesWords.columns.class}
        value={filter.pageClass}
        options={[['', pagesWords.allClasses], ...PAGE_CLASSES.map((name) => [name, name] as const)]}
        onChange={(pageClass) => onChange({ ...filter, pageClass })}
      />
      <Select
        aria-label={pagesWords.confidence}
        value={String(filter.minConfidence)}
        options={[
          ['0', pagesWords.anyConfidence],
          ...CONFIDENCES.map((least) => [String(least), pagesWords.minConfidence(least)] as const),
        ]}
        onChange={(least) => onChange({ ...filter, minConfidence: Number(least) })}
      />
      <span className={look.note} role="status">
        {words.count.pages(count)}
      </span>
    </div>
  );
}
