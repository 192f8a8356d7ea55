import { readFile } from 'node:fs/promises'
import { format, type FormatConfig } from 'oxfmt'

const SETTINGS = new URL('../../.oxfmtrc.json', import.meta.url)

const { ignorePatterns: _, ...options } = JSON.parse(await readFile(SETTINGS, 'utf8')) as FormatConfig & {
  ignorePatterns: unknown
}

/** Code in the format of this repository. Throws where it is no code. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}\n${text}`)
  return code
}
