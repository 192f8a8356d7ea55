/** Text that spreadsheets would run as a formula, some of them with signs of full width too. After an apostrophe they show it as text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Returns a line of CSV with its line break (RFC 4180, section 2). Numbers are written as they are: `-5` is no formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(guarded(cell)))).join(',')}\r\n`
}

const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
