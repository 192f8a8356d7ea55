/** Returns a name in camel case: `userId` for `user_id`, `apiKeys` for `api-keys`. */
export const camelCase = (name: string) => name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())

export const pascalCase = (name: string) => camelCase(name).replace(/^\w/, (letter) => letter.toUpperCase())

/** Returns a name with a small first letter: `roster` for `Roster`. */
export const lowerFirst = (name: string) => name.replace(/^\w/, (letter) => letter.toLowerCase())

/** Returns a name in kebab case: `api-keys` for `apiKeys`. */
export const kebabCase = (name: string) => lowerFirst(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns the name of an operation's types: `UsersCreate` for `users.create`. */
export const typeName = (operation: string) => operation.split('.').map(pascalCase).join('')

const WIDTH = 114

/** Breaks long lines of a paragraph at spaces. Existing line breaks and code stay. */
function wrapped(paragraph: string): string {
  return paragraph.startsWith('@example') ? paragraph : paragraph.replaceAll(LONG_LINE, '$1\n')
}

/** Matches as many words as fit on a line, in a line with more. */
const LONG_LINE = new RegExp(String.raw`(?=.{${WIDTH + 1}})(.{1,${WIDTH}}) `, 'g')

/** Returns a doc comment of paragraphs. Empty and undefined ones are left out; without any text there is no comment. */
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
