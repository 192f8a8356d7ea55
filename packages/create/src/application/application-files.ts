import type { Files } from '../files.ts'
import { templateFiles } from '../template.ts'
import { capitalized, formsOf } from '../text/forms.ts'
import { type Replacements, replaced } from '../text/replace.ts'

/** Returns the files of a new application with a hyphenated name, by their path in the application. */
export async function applicationFiles(name: string): Promise<Files> {
  const template = await templateFiles()
  const replacements = replacementsOf(name)
  // npm publishes no file that is called .gitignore.
  const written = Array.from(
    template,
    ([path, text]) => [path.replace(/^_/, '.'), replaced(text, replacements)] as const,
  )
  return new Map(written)
}

/** Returns the names of the template's application, with those of the new one. */
function replacementsOf(name: string): Replacements {
  const { camel, pascal, kebab, snake } = formsOf(name)
  return [
    ['StarterApi', pascal],
    ['starterApi', camel],
    ['STARTERAPI', pascal.toUpperCase()],
    ['starterapi', pascal.toLowerCase()],
    ['starter-api', kebab],
    ['starter_api', snake],
    ['Starter API', kebab.split('-').map(capitalized).join(' ')],
  ]
}
