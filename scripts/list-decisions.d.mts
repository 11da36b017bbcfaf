export interface Decision {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  readonly date: string;
}
export function readDecisions(): Decision[];
export function makeDecisionIndex(): string;
