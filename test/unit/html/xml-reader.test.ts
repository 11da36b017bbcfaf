import { describe, expect, it } from 'vitest';
import { readXml } from '../../../src/html/xml-reader.ts';

function list(xml: string): string {
  let out = '';
  readXml(xml, {
    start: (tag) => {
      out += `<${tag.name}>`;
    },
    end: (name) => {
      out += `</${name}>`;
    },
    text: (chars) => {
      out += chars;
    },
  });
  return out;
}

describe('XML', () => {
  it('becomes tags without prefix, and text with decoded entities', () => {
    expect(list('<?xml version="1.0"?><w:a><b/>x &lt; &#65;&#x42; <![CDATA[<raw> & ]]><!-- no --></w:a >')).toBe(
      '<a><b></b>x < AB <raw> & </a>',
    );
  });

  it('finds attributes with and without a prefix', () => {
    readXml('<p:sldId id="256" r:id="r&#50;"/>', {
      start: (tag) =>
        expect([tag.attribute('id'), tag.attribute(':id'), tag.attribute('x')]).toEqual(['256', 'r2', '']),
    });
  });

  it('never expands what a document type declares', () => {
    const laughs = '<!DOCTYPE a [<!ENTITY b "&c;&c;"><!ENTITY c "ha">]><a>&b;</a>';
    expect(list(laughs)).toContain('<a>&b;</a>');
  });
});
