/** Prefix of recognised text, followed by the hash of its file, a slash and the page. */
export const RECOGNISED = 'ocr/';
