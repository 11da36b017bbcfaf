import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { PACK_BUDGETS } from '../../../model/outputs/pack.ts';
import * as fieldCss from '../../kit/field.module.css';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import * as menuCss from '../../parts/controls/menu.module.css';
import { parseBudget, toBudgetText } from '../../text/parse-budget.ts';
import { words } from '../../words/words.ts';
import * as css from './pack.module.css';

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
      className={`${fieldCss.field} ${css.combo}`}
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
      <Label>{words.pack.budget}</Label>
      <div className={css.comboBox}>
        <Input className={fieldCss.input} inputMode="text" />
        <Button>
          <Icon name="down" size={16} />
        </Button>
      </div>
      <Text slot="description" className={look.srOnly}>
        {words.pack.budgetHint}
      </Text>
      <Popover className={menuCss.menu}>
        <ListBox>
          {BUDGETS.map((tokens) => (
            <ListBoxItem key={tokens} id={String(tokens)} textValue={toBudgetText(tokens)} className={menuCss.item}>
              {toBudgetText(tokens)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
