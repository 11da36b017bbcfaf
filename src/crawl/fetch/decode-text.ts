/** Decodes a page by BOM, header, `<meta>`, then UTF-8, then windows-1252. Undefined when the bytes are not text. */
export function decodeText(bytes: Uint8Array, contentType: string): string | undefined {
  const bom = findBom(bytes);
  if (bom !== undefined) return decodeAs(bytes, bom);
  const declared = findCharset(contentType) ?? findMetaCharset(bytes);
  if (declared !== undefined && isKnown(declared)) return decodeAs(bytes, declared);
  if (hasNul(bytes)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs(bytes, isAlmostUtf8(bytes) ? 'utf-8' : 'windows-1252');
  }
}

function findBom(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function findCharset(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
}

/** Looks in the first 1,024 bytes, as browsers do. UTF-16 named there cannot be true. */
function findMetaCharset(bytes: Uint8Array): string | undefined {
  const head = decodeAs(bytes.subarray(0, 1_024), 'windows-1252') ?? '';
  const name = /<meta[^>]{0,300}charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

function decodeAs(bytes: Uint8Array, label: string): string | undefined {
  const text = new TextDecoder(label).decode(bytes);
  return text.slice(0, 8_192).includes('\0') ? undefined : text;
}

function hasNul(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_192).includes(0);
}

/** Accepts UTF-8 that was truncated inside a character. */
function isAlmostUtf8(bytes: Uint8Array): boolean {
  for (let cut = 1; cut <= 3; cut++) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
      return true;
    } catch {
      // Try one byte less.
    }
  }
  return false;
}
