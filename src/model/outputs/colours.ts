/** Kinds of code that get a colour. */
export const COLOUR_NAMES = ['comment', 'string', 'number', 'keyword', 'type', 'name', 'meta'] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];

/** Spans of a text: start, end (half-open, in UTF-16 units) and index in `COLOUR_NAMES`, three numbers each, in order, never overlapping. */
export type Colours = Uint32Array;

export const NO_COLOURS: Colours = new Uint32Array();
