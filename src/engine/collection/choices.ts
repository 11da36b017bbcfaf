import type { ScopableRecords } from '../../lib/scope-records.ts';
import { type Choices, NO_CHOICES } from '../../model/choices.ts';
import { parseBasket, parseRules } from '../../model/schema/choices.ts';
import type { RecordTable } from '../../store/contract.ts';

export const BASKET = 'choices/basket';
const AGENTS = 'choices/agents';
/** Followed by the source. */
export const RULES = 'choices/rules/';

/** Each choice is a record of its own, and so are the rules of each source: two tabs do not undo each other's. */
export async function readChoices(records: ScopableRecords<RecordTable>): Promise<Choices> {
  const [basket, agents, rules] = await Promise.all([
    records.get('settings', BASKET),
    records.get('settings', AGENTS),
    records.list('settings', { prefix: RULES }),
  ]);
  return {
    basket: parseBasket(basket) ?? NO_CHOICES.basket,
    agents: agents === true,
    ...(agents === false ? { agentsDenied: true } : {}),
    rules: Object.fromEntries(
      rules.flatMap(([key, value]) => {
        const parsed = parseRules(value);
        return parsed === undefined ? [] : [[key.slice(RULES.length), parsed]];
      }),
    ),
  };
}

export async function writeChoices(
  records: ScopableRecords<RecordTable>,
  { basket, agents, rules = {} }: Partial<Choices>,
): Promise<void> {
  if (basket !== undefined) await records.put('settings', BASKET, basket);
  if (agents !== undefined) await records.put('settings', AGENTS, agents);
  for (const [sourceId, value] of Object.entries(rules)) await records.put('settings', RULES + sourceId, value);
}
