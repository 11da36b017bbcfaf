import { Tokenizer } from 'htmlparser2';

/** Names come without their prefix. */
export interface XmlHandler {
  start?(tag: XmlTag): void;
  /** Also called for self-closing elements. */
  end?(name: string): void;
  text?(chars: string): void;
}

export class XmlTag {
  readonly name: string;
  /** Alternating names and values. */
  readonly #attributes: readonly string[];

  constructor(name: string, attributes: readonly string[]) {
    this.name = name;
    this.#attributes = attributes;
  }

  /** Returns the value, or an empty string. `val` finds `w:val` and `val`; `:id` finds only a prefixed one. */
  attribute(name: string): string {
    const attributes = this.#attributes;
    for (let i = 0; i < attributes.length; i += 2) {
      const full = attributes[i] as string;
      const colon = full.indexOf(':');
      const isIt = name.startsWith(':') ? colon >= 0 && full.endsWith(name) : full.slice(colon + 1) === name;
      if (isIt) return attributes[i + 1] as string;
    }
    return '';
  }
}

/**
 * Reads XML as a stream of tags and texts: linear, without a stack, and without errors. Decodes numeric entities and the five of XML; never expands
 * what a document type declares.
 */
export function readXml(xml: string, handler: XmlHandler): void {
  let name = '';
  let attributes: string[] = [];
  let value = '';
  const begin = (): void => {
    handler.start?.(new XmlTag(name, attributes));
    attributes = [];
  };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname(start, end) {
        name = toLocalName(xml.slice(start, end));
      },
      onattribname(start, end) {
        attributes.push(xml.slice(start, end));
        value = '';
      },
      onattribdata(start, end) {
        value += xml.slice(start, end);
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        attributes.push(value);
      },
      onopentagend: begin,
      onselfclosingtag() {
        begin();
        handler.end?.(name);
      },
      onclosetag(start, end) {
        handler.end?.(toLocalName(xml.slice(start, end).trim()));
      },
      ontext(start, end) {
        handler.text?.(xml.slice(start, end));
      },
      ontextentity(codepoint) {
        handler.text?.(String.fromCodePoint(codepoint));
      },
      oncdata(start, end, endOffset) {
        handler.text?.(xml.slice(start, end - endOffset));
      },
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
