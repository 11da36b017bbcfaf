import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { PACK_BUDGETS } from '../../../model/outputs/pack.ts';
import { Icon } from '../../kit/icon.tsx';
import { parseBudget, toBudgetText } from '../../text/parse-budget.ts';
import { words } from '../../words/words.ts';

const BUDGETS = PACK_BUDGETS.slice(0, 3);

interface Props {
  readonly value: number;
  readonly onChange: (tokens: number) => void;
}

/** Three common budgets, or any number: `20k` and `20000` are the same. */
export function BudgetBox({ value, onChange }: Props) {
  const [text, setText] = useState(() => toBudgetText(value));
  useEffect(() => setText(toBudgetText(value)), [value]);
  const commit = (typed: string) => {
    const tokens = parseBudget(typed);
    if (tokens === undefined) setText(toBudgetText(value));
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
      <Text slot="description" className="sr-only">
        {words.pack.budgetHint}
      </Text>
      <Popover className="menu">
        <ListBox>
          {BUDGETS.map((tokens) => (
            <ListBoxItem key={tokens} id={String(tokens)} textValue={toBudgetText(tokens)} className="menu-item">
              {toBudgetText(tokens)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
