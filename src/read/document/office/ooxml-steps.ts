import type { FlowSteps } from '../flow-text.ts';

/** Elements of tables and text boxes, with the same names in documents and slides. */
export const OOXML_STARTS: FlowSteps = new Map([
  ['tbl', 'startTable'],
  ['tc', 'startCell'],
  ['txbxContent', 'startBox'],
]);
export const OOXML_ENDS: FlowSteps = new Map([
  ['tc', 'endCell'],
  ['tr', 'endRow'],
  ['tbl', 'endTable'],
  ['txbxContent', 'endBox'],
]);
