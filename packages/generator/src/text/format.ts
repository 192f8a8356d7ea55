import { format, type FormatConfig } from 'oxfmt'

/** The format of what is written. */
export const STYLE: FormatConfig = { printWidth: 120, semi: false, singleQuote: true }

/** Code in that format. Throws where it is no code. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, STYLE)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}\n${text}`)
  return code
}
