/** What a value of the protocol must be. */
export interface Shape {
  /** In the words of the official package. Default: one of the options. */
  type?: 'string' | 'number' | 'boolean' | 'object' | 'record' | 'array'
  options?: readonly string[]
  /** Whether it may not be missing. */
  isNeeded?: true
  members?: Readonly<Record<string, Shape>>
  /** What each member of a record, or element of a list, must be. */
  each?: Shape
}

/** What is wrong with a value, in the words of the official package, and where. */
interface ShapeFault {
  path: string
  problem: string
}

/** The first thing that is wrong with a value; undefined where nothing is. `path` is where it is. */
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

/** What a value must consist of, by what each part is called. */
function partsOf(value: unknown, { members = {}, each }: Shape): [string, Shape][] {
  return each ? Object.keys(value as object).map((name) => [name, each]) : Object.entries(members)
}
