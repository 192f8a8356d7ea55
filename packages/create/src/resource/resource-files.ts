import type { Files } from '../files.ts'
import { templateFiles } from '../template.ts'
import { formsOf } from '../text/forms.ts'
import { type Replacements, replaced } from '../text/replace.ts'
import type { ResourceName } from './resource-name.ts'

export interface NewResource extends ResourceName {
  /** What its identifiers begin with. */
  prefix: string
  /** When it is added, which names its migration. */
  now: Date
}

/** The resource of the template, which others are written after. */
const PATTERN = { plural: formsOf('support-tickets'), singular: formsOf('support-ticket'), prefix: 'tic' }
const OF_PATTERN = /^src\/support-tickets\/|^migrations\/\d{14}_support_tickets\.ts$/

/** The files of that resource, by their path in an application. */
export async function patternFiles(): Promise<Files> {
  const template = await templateFiles()
  return new Map([...template].filter(([path]) => OF_PATTERN.test(path)))
}

/** The words in those files but for what the resource is called: names and keywords of programs, and prose. */
export function wordsOf(pattern: Files): ReadonlySet<string> {
  const own = new Set([PATTERN.plural, PATTERN.singular].flatMap(({ camel, pascal }) => [camel, pascal]))
  const words = [...pattern.values()].flatMap((text) => text.match(/\b[A-Za-z]\w*\b/g) ?? [])
  return new Set(words.filter((word) => !own.has(word)))
}

/** The files of a new resource, written after that one, by their path in the application. */
export function resourceFiles(pattern: Files, resource: NewResource): Files {
  const replacements = replacementsOf(resource)
  const time = resource.now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const written = (text: string) => stamped(replaced(text, replacements), time)
  return new Map(Array.from(pattern, ([path, text]) => [written(path), written(text)]))
}

/** Gives a migration its time. */
const stamped = (text: string, time: string) => text.replaceAll(/(?<=migrations\/|Migration)\d{14}(?=_)/g, time)

function replacementsOf({ plural, singular, prefix }: NewResource): Replacements {
  const forms = Object.keys(plural) as (keyof typeof plural)[]
  return [
    ...forms.map((form) => [PATTERN.plural[form], plural[form]] as const),
    ...forms.map((form) => [PATTERN.singular[form], singular[form]] as const),
    [`'${PATTERN.prefix}'`, `'${prefix}'`],
  ]
}
