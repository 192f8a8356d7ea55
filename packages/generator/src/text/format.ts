import { format, type FormatConfig } from 'oxfmt'

/** Format of generated files. */
export const STYLE: FormatConfig = { printWidth: 120, semi: false, singleQuote: true }

/** Returns code in that format. Throws if the text is no code. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, STYLE)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}\n${text}`)
  return code
}
