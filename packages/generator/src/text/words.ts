/** `user_id` and `api-keys` as the names of code. */
export const camelCase = (name: string) => name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())

export const pascalCase = (name: string) => camelCase(name).replace(/^\w/, (letter) => letter.toUpperCase())

/** `Roster` as the name of a variable. */
export const lowerFirst = (name: string) => name.replace(/^\w/, (letter) => letter.toLowerCase())

/** `apiKeys` as the name of a file. */
export const kebabCase = (name: string) => lowerFirst(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `UsersCreate` of `users.create`. */
export const typeName = (operation: string) => operation.split('.').map(pascalCase).join('')

const WIDTH = 114

/** Breaks a paragraph at spaces; lines that are there stay, and so does code. */
function wrapped(paragraph: string): string {
  return paragraph.startsWith('@example') ? paragraph : paragraph.replaceAll(LONG_LINE, '$1\n')
}

/** As many words as fit on a line that has more. */
const LONG_LINE = new RegExp(String.raw`(?=.{${WIDTH + 1}})(.{1,${WIDTH}}) `, 'g')

/** A doc comment of paragraphs. Undefined ones are left out; there is none without text. */
export function comment(...paragraphs: (string | undefined)[]): string {
  const text = paragraphs
    .filter((paragraph) => paragraph !== undefined && paragraph !== '')
    .map((paragraph) => wrapped(paragraph!.replaceAll('*/', String.raw`*\/`)))
    .join('\n\n')
  if (text === '') return ''
  if (!text.includes('\n')) return `/** ${text} */\n`
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd())
  return `/**\n${lines.join('\n')}\n */\n`
}
