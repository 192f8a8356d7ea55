/** Maximum number of UTF-16 units that become one character: four code points of two units each, as of a Greek letter with three marks. */
const MOST = 8

/**
 * Returns a text in a normal form of Unicode; unchanged when its normal form has more than `max` code points anyway. The time to bring marks in order grows
 * with the square of their number, so that longer texts are not normalized.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC', max: number): string =>
  text.length > MOST * max ? text : text.normalize(form)
