import { dirname, join } from 'node:path';
import { buildPdf } from '../../scripts/build-pdf.mjs';
import { createNodePdf } from '../../src/cli/readers.ts';

/** pdf.js as our build makes it. */
export const nodePdf = createNodePdf(async (name) => join(dirname((await buildPdf()).api), name));
