import { Access } from '../contract/access.ts'
import { DefinitionError } from './definition.ts'
import { definitionOf } from './schema-parts.ts'
import { isSchema } from '../contract/sent-members.ts'

/** The definition of an application, as programs without types can give it. */
type Given = Readonly<Record<string, unknown>>

const isText = (part: unknown) => typeof part === 'string'
const isFunction = (part: unknown) => typeof part === 'function'
const isRecord = (part: unknown): part is Given => typeof part === 'object' && part !== null

const isAbout = (part: unknown) => isRecord(part) && isText(part['title']) && isText(part['description'])

const hasId = (part: unknown) => isSchema(part) && 'id' in (definitionOf(part).shape ?? {})

/** Each part, with its check and the end of the message, which says what to give. */
const PARTS: readonly (readonly [part: string, isSound: (part: unknown) => boolean, mend: string])[] = [
  ['name', isText, 'no text. Give it what people call the application, such as Library.'],
  ['about', isAbout, 'not what documents begin with. Give it `{ title, description }`, both as texts.'],
  ['access', (part) => part instanceof Access, 'no `Access`. Give it `new Access({ scopes, roles, scopeFor })`.'],
  ['basePath', isText, 'no text. Give it a path such as /api.'],
  [
    'account',
    hasId,
    'no plain `z.object` with an `id`, by which an account is known. Give it the record of who signs in, such as `z.object({ id, name })`.',
  ],
  ['findAccount', isFunction, 'no function. Give it one that finds the record of an account by its `id`.'],
  ['resources', isRecord, 'no object. Give it what `implement` returns, by the names of the resources.'],
  ['exports', (part) => isRecord(part) && isRecord(part['exported']), 'not what `exportsOf` returns. Give it that.'],
  [
    'ledgers',
    (part) => Array.isArray(part) && part.every(isRecord),
    'no list of ledgers. Give it one such as `[coreLedger, ledgerOf(directory)]`.',
  ],
]

/** Throws `DefinitionError` when a part of an application is missing or wrong, before anything is made of it. TypeScript already refuses most such parts. */
export function requireParts(given: object): void {
  const spec = given as Given
  const faults = PARTS.filter(([part, isSound]) => !isSound(spec[part])).map(
    ([part, , mend]) => `The \`${part}\` of the application is ${mend}`,
  )
  const all = [...faults, ...resourceFaults(spec['resources'])]
  if (all.length > 0) throw new DefinitionError(all)
}

/** Returns the faults of resources. A resource is undefined where its module and that of the application import each other. */
const resourceFaults = (resources: unknown): string[] =>
  Object.entries(isRecord(resources) ? resources : {})
    .filter(([, resource]) => !isRecord(resource) || !isRecord(resource['contract']))
    .map(
      ([name]) =>
        `The resource ${name} is not what \`implement\` returns. Give it that; where it is undefined, see whether two modules import each other.`,
    )
