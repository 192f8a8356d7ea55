/** Required form of a value in the protocol. */
export interface Shape {
  /** Type in the words of the official package. Default: one of the options. */
  type?: 'string' | 'number' | 'boolean' | 'object' | 'record' | 'array'
  options?: readonly string[]
  /** Whether the value must be present. */
  isNeeded?: true
  members?: Readonly<Record<string, Shape>>
  /** Form of each member of a record, or of each element of a list. */
  each?: Shape
}

/** A fault of a value with its path, in the words of the official package. */
interface ShapeFault {
  path: string
  problem: string
}

/** Returns the first fault of a value at `path`, or undefined. */
export function faultIn(value: unknown, shape: Shape, path: string): ShapeFault | undefined {
  if (value === undefined && !shape.isNeeded) return undefined
  const problem = problemOf(value, shape)
  if (problem !== undefined) return { path, problem }
  for (const [name, member] of partsOf(value, shape)) {
    const fault = faultIn((value as Record<string, unknown>)[name], member, path === '' ? name : `${path}.${name}`)
    if (fault) return fault
  }
  return undefined
}

function problemOf(value: unknown, { type, options }: Shape): string | undefined {
  if (options && !options.includes(value as string))
    return `Invalid option: expected one of ${options.map((option) => JSON.stringify(option)).join('|')}`
  const given = typeName(value)
  const isType = type === undefined || given === (type === 'record' ? 'object' : type)
  return isType ? undefined : `Invalid input: expected ${type}, received ${given}`
}

const typeName = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Returns the forms of a value's parts, by their names. */
function partsOf(value: unknown, { members = {}, each }: Shape): [string, Shape][] {
  return each ? Object.keys(value as object).map((name) => [name, each]) : Object.entries(members)
}
