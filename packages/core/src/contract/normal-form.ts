/** Most units of UTF-16 that become one character: four code points, as of a Greek letter with three marks, each of two units. */
const MOST = 8

/**
 * A text in a normal form of Unicode; as it is where its normal form has more than `max` code points anyway. The time that it takes to bring marks
 * in order grows with the square of their number, so that nothing longer is begun.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC', max: number): string =>
  text.length > MOST * max ? text : text.normalize(form)
