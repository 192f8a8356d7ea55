import type { Files } from '../files.ts'
import { templateFiles } from '../template.ts'
import { formsOf } from '../text/forms.ts'
import { type Replacements, replaced } from '../text/replace.ts'
import type { ResourceName } from './resource-name.ts'

export interface NewResource extends ResourceName {
  /** Prefix of the resource's identifiers. */
  prefix: string
  /** Time of the addition, which is part of the migration's name. */
  now: Date
}

/** The resource of the template: the pattern of new resources. */
const PATTERN = { plural: formsOf('support-tickets'), singular: formsOf('support-ticket'), prefix: 'tic' }
const OF_PATTERN = /^src\/support-tickets\/|^migrations\/\d{14}_support_tickets\.ts$/

/** Returns the files of the pattern, by their path in an application. */
export async function patternFiles(): Promise<Files> {
  const template = await templateFiles()
  return new Map([...template].filter(([path]) => OF_PATTERN.test(path)))
}

/** Returns the words in the files of the pattern, except its own names: names and keywords of programs, and prose. */
export function wordsOf(pattern: Files): ReadonlySet<string> {
  const own = new Set([PATTERN.plural, PATTERN.singular].flatMap(({ camel, pascal }) => [camel, pascal]))
  const words = [...pattern.values()].flatMap((text) => text.match(/\b[A-Za-z]\w*\b/g) ?? [])
  return new Set(words.filter((word) => !own.has(word)))
}

/** Returns the files of a new resource, made from the pattern, by their path in the application. */
export function resourceFiles(pattern: Files, resource: NewResource): Files {
  const replacements = replacementsOf(resource)
  const time = resource.now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const written = (text: string) => stamped(replaced(text, replacements), time)
  return new Map(Array.from(pattern, ([path, text]) => [written(path), written(text)]))
}

/** Sets the time in the name of a migration. */
const stamped = (text: string, time: string) => text.replaceAll(/(?<=migrations\/|Migration)\d{14}(?=_)/g, time)

function replacementsOf({ plural, singular, prefix }: NewResource): Replacements {
  const forms = Object.keys(plural) as (keyof typeof plural)[]
  return [
    ...forms.map((form) => [PATTERN.plural[form], plural[form]] as const),
    ...forms.map((form) => [PATTERN.singular[form], singular[form]] as const),
    [`'${PATTERN.prefix}'`, `'${prefix}'`],
  ]
}
