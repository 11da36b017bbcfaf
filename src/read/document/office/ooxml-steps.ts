import type { FlowEnds, FlowStarts } from '../flow-text.ts';

/** Elements of tables and text boxes, with the same names in documents and slides. */
export const OOXML_STARTS: FlowStarts = new Map([
  ['tbl', 'table'],
  ['tc', 'cell'],
  ['txbxContent', 'box'],
]);
export const OOXML_ENDS: FlowEnds = new Map([
  ['tc', 'endCell'],
  ['tr', 'endRow'],
  ['tbl', 'endTable'],
  ['txbxContent', 'endBox'],
]);
