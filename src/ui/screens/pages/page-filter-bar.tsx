import { describeOutcome } from '../../words/describe-outcome.ts';
import { words } from '../../words/words.ts';
import { CONFIDENCES, PAGE_CLASSES, type PageFilter } from './list-pages.ts';

interface Props {
  readonly filter: PageFilter;
  readonly outcomes: readonly string[];
  /** Number of matching pages. */
  readonly count: number;
  readonly onChange: (filter: PageFilter) => void;
}

export function PageFilterBar({ filter, outcomes, count, onChange }: Props) {
  return (
    <div className="row">
      <input
        type="search"
        className="input"
        style={{ flex: '1 1 200px', width: 'auto' }}
        aria-label={words.pages.filter}
        placeholder={words.pages.filter}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <Choice
        label={words.pages.outcome}
        all={words.pages.all}
        names={outcomes}
        toLabel={(outcome) => describeOutcome(outcome)}
        value={filter.outcome}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <Choice
        label={words.pages.columns.class}
        all={words.pages.allClasses}
        names={PAGE_CLASSES}
        value={filter.pageClass}
        onChange={(pageClass) => onChange({ ...filter, pageClass })}
      />
      <Choice
        label={words.pages.confidence}
        all={words.pages.anyConfidence}
        names={CONFIDENCES.map(String)}
        toLabel={(least) => words.pages.minConfidence(Number(least))}
        value={filter.minConfidence === 0 ? '' : String(filter.minConfidence)}
        onChange={(least) => onChange({ ...filter, minConfidence: Number(least) })}
      />
      <span className="soft small" role="status">
        {words.count.pages(count)}
      </span>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly names: readonly string[];
  readonly toLabel?: (name: string) => string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, all, names, toLabel = (name) => name, value, onChange }: ChoiceProps) {
  return (
    <select
      className="select"
      style={{ width: 'auto' }}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {toLabel(name)}
        </option>
      ))}
    </select>
  );
}
