import { dirname, join } from 'node:path/posix'
import { textOf } from './imports.ts'

/** A name that a package exports, with the doc comment of its definition. */
export interface Offered {
  name: string
  /** The file that defines it. */
  file: string
  /** The doc comment, or undefined when there is none. */
  comment: string | undefined
  /** Whether the name is exported only as a type. */
  isType: boolean
}

const REEXPORT = /^export (?<type>type )?(?:\{(?<names>[^}]*)\}|\*) from '(?<from>[^']+)'/gm
const DEFINITION =
  /(?:(?<comment>\/\*\*(?:(?!\*\/)[^])*\*\/)\n)?^export (?:declare )?(?:async )?(?:abstract )?(?:(?<kind>function\*?|class|const|let|type|interface|enum) (?<name>\w+)|const \{(?<names>[^}]*)\} =)/gm

/** Returns the names between braces, without `type`. A renamed export has its new name. */
const namesIn = (list: string): string[] => list.split(',').flatMap((entry) => /(\w+)\s*$/.exec(entry)?.[1] ?? [])

/** Returns every name that an entry of a package exports, wherever it is defined. Names from other packages are left out. */
export function offeredBy(entry: string): Offered[] {
  const again = Array.from(textOf(entry).matchAll(REEXPORT), ({ groups = {} }) => groups)
  const reexported = again.flatMap(({ names, from = '', type }) => {
    if (!from.startsWith('.')) return []
    const offered = offeredBy(join(dirname(entry), from))
    const isType = (name: string) => type !== undefined || names!.includes(`type ${name}`)
    return names === undefined ? offered : namesIn(names).map((name) => found(name, offered, entry, isType(name)))
  })
  return [...definedIn(entry), ...reexported]
}

function definedIn(file: string): Offered[] {
  return Array.from(textOf(file).matchAll(DEFINITION), ({ groups = {} }) => groups).flatMap(
    ({ kind, name, names, comment }) =>
      (name === undefined ? namesIn(names!) : [name]).map((each) => ({
        name: each,
        file,
        comment,
        isType: kind === 'type' || kind === 'interface',
      })),
  )
}

function found(name: string, among: readonly Offered[], entry: string, isType: boolean): Offered {
  const offered = among.find((one) => one.name === name)
  if (!offered) throw new Error(`${entry} offers ${name}, and no definition of it was found.`)
  return { ...offered, isType: isType || offered.isType }
}
