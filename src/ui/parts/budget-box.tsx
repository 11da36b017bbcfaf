import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { formatCompact } from '../format.ts';
import { words } from '../words.ts';
import { Icon } from './icon.tsx';

const BUDGETS = [8_000, 32_000, 128_000] as const;

interface Props {
  readonly value: number;
  readonly onChange: (tokens: number) => void;
}

/** Three usual budgets, or any number: `20k` and `20000` are the same. */
export function BudgetBox({ value, onChange }: Props) {
  const [text, setText] = useState(() => toText(value));
  useEffect(() => setText(toText(value)), [value]);
  const commit = (typed: string) => {
    const tokens = parseBudget(typed);
    if (tokens === undefined) setText(toText(value));
    else onChange(tokens);
  };
  return (
    <ComboBox
      className="combo"
      allowsCustomValue
      menuTrigger="focus"
      inputValue={text}
      onInputChange={(typed) => {
        setText(typed);
        const tokens = parseBudget(typed);
        if (tokens !== undefined) onChange(tokens);
      }}
      onSelectionChange={(key) => key !== null && commit(String(key))}
      onBlur={() => commit(text)}
      defaultFilter={() => true}
    >
      <Label className="label">{words.pack.budget}</Label>
      <div className="combo-box">
        <Input className="input" inputMode="text" />
        <Button>
          <Icon name="down" size={16} />
        </Button>
      </div>
      <Text slot="description" className="hint">
        {words.pack.budgetHint}
      </Text>
      <Popover className="menu">
        <ListBox>
          {BUDGETS.map((tokens) => (
            <ListBoxItem key={tokens} id={String(tokens)} textValue={toText(tokens)} className="menu-item">
              {toText(tokens)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** At least what an envelope needs, at most what any model takes. */
export function parseBudget(text: string): number | undefined {
  const match = /^\s*([\d.,\s_]+?)\s*([km]?)\s*(?:tokens?)?\s*$/i.exec(text);
  if (match?.[1] === undefined) return undefined;
  const unit = match[2]?.toLowerCase() === 'k' ? 1_000 : match[2]?.toLowerCase() === 'm' ? 1_000_000 : 1;
  const digits = unit === 1 ? match[1].replace(/[\s,._]/g, '') : match[1].replace(/[\s_]/g, '').replace(',', '.');
  const tokens = Math.round(Number(digits) * unit);
  return Number.isFinite(tokens) && tokens >= 100 && tokens <= 10_000_000 ? tokens : undefined;
}

function toText(tokens: number): string {
  return tokens % 1_000 === 0
    ? `${tokens / 1_000}k`
    : tokens < 10_000
      ? String(tokens)
      : tokens % 100 === 0
        ? formatCompact(tokens)
        : String(tokens);
}
