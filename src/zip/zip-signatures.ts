/** The first four bytes of each record in PKWARE's APPNOTE 6.3, read as a little-endian number. */
export const LOCAL_HEADER = 0x04034b50;
export const DATA_DESCRIPTOR = 0x08074b50;
export const CENTRAL_RECORD = 0x02014b50;
export const END_RECORD = 0x06054b50;
export const END_RECORD_64 = 0x06064b50;
export const END_RECORD_64_LOCATOR = 0x07064b50;
