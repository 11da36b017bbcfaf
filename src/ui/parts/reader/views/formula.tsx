import { createElement, type ReactNode, useMemo } from 'react';
import temml from 'temml';
import { FormulaSource } from './formula-source.tsx';
import * as css from './views.module.css';

export interface FormulaProps {
  /** As written, with its marks. */
  readonly text: string;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** A formula as MathML. The elements are made from the tree of the library, which writes no HTML. One it cannot read is shown as written. */
export function Formula({ text, tex, isDisplay }: FormulaProps) {
  const math = useMemo(() => toMathMl(tex, isDisplay), [tex, isDisplay]);
  if (math === undefined) return <FormulaSource text={text} />;
  return (
    <span className={isDisplay ? `${css.formula} ${css.display}` : css.formula}>
      {math}
      {/* What is copied. */}
      <span className={css.formulaSource} aria-hidden="true">
        {text}
      </span>
    </span>
  );
}

/** An element of the library: MathML, HTML, text, or a fragment without a name. */
interface MathNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, string>>;
  readonly children?: readonly MathNode[];
}

/** In em, and of macros: a formula must not fill the screen or take long. */
const LIMITS = { maxSize: [30, 30] as [number, number], maxExpand: 500 };

function toMathMl(tex: string, displayMode: boolean): ReactNode {
  try {
    // Its own macros each time: a formula defines none for others.
    const options = { ...LIMITS, displayMode, throwOnError: true, trust: false, macros: {} };
    return toElement(temml.__renderToMathMLTree(tex, options) as MathNode, 0);
  } catch {
    return undefined;
  }
}

/** Names of attributes that only say how a formula is drawn. */
const DRAWING = /^(?!href|src|on|id$|style$)[a-z]+$/;

function toElement(
  { type, text, attributes = {}, classes = [], style = {}, children = [] }: MathNode,
  key: number,
): ReactNode {
  if (text !== undefined) return text;
  const inside = children.map(toElement);
  if (type === undefined && classes.length === 0) return inside;
  const own = Object.entries(attributes).filter(([name]) => DRAWING.test(name));
  const className = classes.filter((name) => name !== '').join(' ') || undefined;
  return createElement(
    type ?? 'span',
    { ...Object.fromEntries(own), key, className, style: toStyle(style) },
    ...inside,
  );
}

/** The library names styles as scripts or as stylesheets do. */
function toStyle(style: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const toName = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(style).map(([name, value]) => [toName(name), value]));
}
