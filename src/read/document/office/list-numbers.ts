/** Maps the format names of Office to those that HTML and OpenDocument use. */
const FORMATS: Readonly<Record<string, string>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

/** Formats as `1`, `a`, `A`, `i` and `I` of HTML, or by the Office name; other formats count in digits. */
export function formatListNumber(value: number, format: string): string {
  const how = FORMATS[format] ?? format;
  const isSmall = value > 0 && value < 4_000;
  if (how === 'a' && isSmall) return toLetters(value, 97);
  if (how === 'A' && isSmall) return toLetters(value, 65);
  if (how === 'i' && isSmall) return toRoman(value, 'ivxlcdm');
  if (how === 'I' && isSmall) return toRoman(value, 'IVXLCDM');
  return format === 'decimalZero' && value < 10 ? `0${value}` : String(value);
}

/** a … z, aa, bb: Office repeats letters. */
function toLetters(value: number, first: number): string {
  const letter = String.fromCharCode(first + ((value - 1) % 26));
  return letter.repeat(Math.floor((value - 1) / 26) + 1);
}

function toRoman(value: number, digits: string): string {
  let text = '';
  for (let power = 3, unit = 1_000; power >= 0; power--, unit /= 10) {
    const digit = Math.floor(value / unit) % 10;
    const [one = '', five = '', ten = ''] = digits.slice(power * 2, power * 2 + 3);
    if (digit === 9) text += one + ten;
    else if (digit >= 5) text += five + one.repeat(digit - 5);
    else text += digit === 4 ? one + five : one.repeat(digit);
  }
  return text;
}
