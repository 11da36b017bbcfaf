/** A formula as it is written: until the library is here, and where it cannot read it. */
export function FormulaSource({ text }: { readonly text: string }) {
  return <code translate="no">{text}</code>;
}
