import { application } from '@roster/api'
import { expect, test } from 'vitest'
import { filesOf, sources, textOf } from '../scripts/imports.ts'

/** Files whose literals happen to look like names of Roster, and why they are none. */
const NONE_OF_ROSTER: Readonly<Record<string, string>> = {
  'packages/core/src/identity/common-password-fingerprints.ts': 'digests in base64',
}

const { access, basePath, naming, resources } = application
const own = Object.values(resources).filter(
  ({ contract }) => filesOf(`packages/api/src/${contract.name}/*.ts`).length > 0,
)
const tables = own.flatMap(({ entities }) => entities.map(({ meta }) => meta.tableName))
const names = own.map(({ contract }) => contract.name)

/** A text as a part of a regular expression. */
const exactly = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const oneOf = (texts: readonly string[]) => `(?:${texts.map(exactly).join('|')})`

/** What Roster calls itself and what is its own, by what it is. */
const OF_ROSTER: Readonly<Record<string, RegExp>> = {
  'its name': new RegExp(naming.slug, 'i'),
  'its base path': new RegExp(`${exactly(basePath)}(?!\\w)|(['"\`])${exactly(basePath.slice(1))}\\1`),
  'its scopes': new RegExp(oneOf(access.scopeNames)),
  'its roles': new RegExp(`(?<![\\w./])${oneOf(access.roles)}(?![\\w.])`, 'i'),
  'its resources': new RegExp(`[/'"\`]${oneOf(names)}\\b`),
  'its tables': new RegExp(
    `\\b(?:from|join|into|update|table|on)\\s+(?:[\\w"]+(?:\\s+\\w+)?\\s*,\\s*)*"?${oneOf(tables)}\\b`,
    'i',
  ),
  'its events': new RegExp(`\\b${oneOf(own.flatMap(({ contract }) => Object.keys(contract.events)))}\\b`),
  'its identifiers': /\b(?:usr|ord)(?:_|\b)/,
  'its secrets': new RegExp(`\\b${oneOf(Object.values(naming.secretPrefixes))}`),
}

/** Comments and names of packages say nothing to anybody who uses an application. */
const codeOf = (file: string) =>
  textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/@roster\/[\w/-]+/g, '')

/** Where a text of core or gateway names something of Roster. */
function found(what: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    codeOf(file)
      .split('\n')
      .flatMap((line, index) => (what.test(line) ? `${file}:${index + 1}: ${line.trim().slice(0, 120)}` : [])),
  )
}

const shared = sources.filter((file) => /^packages\/(?:core|gateway)\//.test(file) && !(file in NONE_OF_ROSTER))

test.each(Object.entries(OF_ROSTER))('neither core nor gateway names anything of Roster: %s', (_what, pattern) => {
  expect(found(pattern, shared)).toEqual([])
})

const roster = sources.filter((file) => file.startsWith('packages/api/'))

test.each(Object.entries(OF_ROSTER).filter(([what]) => what !== 'its secrets'))(
  'Roster itself is found to name %s',
  (_what, pattern) => {
    expect(found(pattern, roster)).not.toEqual([])
  },
)
