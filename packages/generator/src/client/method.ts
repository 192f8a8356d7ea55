import type { Application } from '../application.ts'
import { documentation } from './documentation.ts'
import { bodyType, type Described, queryType, type Wait, waitingName } from './operation.ts'
import { idOf, variableOf } from './variable.ts'

/** Returns the code of an operation's methods with their documentation: mostly one method. */
export async function methodsOf(described: Described, application: Application): Promise<string> {
  const { list, isFile, output, operation, wait } = described
  const doc = await documentation(described, application)
  if (list) return doc + listMethod(described, list)
  if (isFile) return doc + downloadMethod(described)
  if (operation.method === 'GET' && output) return doc + readMethod(described, output)
  const create = doc + plainMethod(described)
  return wait && output ? `${create}\n${waitMethod(described, output, wait)}` : create
}

/** Returns the parameters of a method: path identifiers first, then the body or the query, then options. */
function parametersOf(described: Described) {
  const { body, query } = described
  const ids = described.ids.map(([name]) => idOf(name))
  const before = [
    ...described.ids.map(([name, , type]) => `${idOf(name)}: ${type}`),
    ...(body ? [`body: ${bodyType(described)}`] : []),
  ]
  const type = queryType(described)
  const isOptional = !query?.required?.length
  const members = [
    ...(ids.length > 0 ? [`ids: [${ids.join(', ')}]`] : []),
    ...(body ? ['body'] : []),
    // A copy, because TypeScript accepts an object spread from an interface as a query, but not the interface.
    ...(query ? ['query: { ...query }'] : []),
  ]
  return {
    ids,
    names: [...ids, ...(body ? ['body'] : []), ...(query ? ['query'] : [])],
    typed: [...before, ...(query ? [`query${isOptional ? '?' : ''}: ${type}`] : [])],
    /** Parameters before a required one: an optional query may be undefined. */
    given: [...before, ...(query ? [`query: ${type}${isOptional ? ' | undefined' : ''}`] : [])],
    /** Input of `request`. */
    input: `{ ${members.join(', ')} }`,
  }
}

/** Returns the head of a method: its name, parameters and return type. */
const head = (name: string, parameters: string[], type: string) => `${name}(${parameters.join(', ')}): ${type}`

const request = (type: string, { operation }: Described, input: string) =>
  `this.client.request<${type}>('${operation.method}', '${operation.path}', ${input}, options)`

function plainMethod(described: Described): string {
  const { typed, input } = parametersOf(described)
  const type = described.output ?? 'void'
  const options = `options: ${described.isChange ? 'ChangeOptions' : 'RequestOptions'} = {}`
  return `${head(described.name, [...typed, options], `APIPromise<${type}>`)} {
    return ${request(type, described, input)}
  }\n`
}

function readMethod(described: Described, type: string): string {
  const { name } = described
  const { typed, given, input } = parametersOf(described)
  return `${head(name, [...typed, 'options?: ReadOptions'], `APIPromise<${type}>`)}
  /** Returns null while the record still has the entity tag \`ifNoneMatch\`. */
  ${head(name, [...given, 'options: ConditionalReadOptions'], `APIPromise<${type} | null>`)}
  ${head(name, [...typed, 'options: ConditionalReadOptions = {}'], `APIPromise<${type} | null>`)} {
    return ${request(type, described, input)}
  }\n`
}

function listMethod(described: Described, { of, selected, cursor }: NonNullable<Described['list']>): string {
  const { name } = described
  const { ids, typed } = parametersOf({ ...described, query: undefined })
  const type = queryType(described)
  const isOptional = !described.query?.required?.length
  const overload = (query: string, item: string) =>
    head(name, [...typed, query, 'options?: RequestOptions'], `List<${item}>`)
  const overloads =
    selected &&
    `${overload(`query${isOptional ? '?' : ''}: ${type} & { fields?: undefined }`, of)}
  /** Returns records with only the members that \`fields\` selects. */
  ${overload(`query: ${type}`, selected)}\n`
  const taken = [...typed, `query: ${type}${isOptional ? ' = {}' : ''}`, 'options: RequestOptions = {}']
  const input = `{ ${ids.length > 0 ? `ids: [${ids.join(', ')}], ` : ''}query: { ...page } }`
  return `${overloads ?? ''}${head(name, taken, `List<${of}>`)} {
    const fetchPage = (page: ${type}) => ${request(`PageBody<${of}>`, described, input)}
    return List.by(fetchPage, query, '${cursor}')
  }\n`
}

function downloadMethod(described: Described): string {
  const { ids, typed } = parametersOf(described)
  return `${head(described.name, [...typed, 'options: DownloadOptions = {}'], 'APIPromise<Bytes>')} {
    return download(this.client, '${described.operation.path}', [${ids.join(', ')}], options)
  }\n`
}

/** Returns the code of a method that creates a record and waits until the record is final. */
function waitMethod(described: Described, type: string, { unfinished, read, ids, takesQuery }: Wait): string {
  const { names, typed } = parametersOf(described)
  const named = ids.map((id) => (variableOf(id) === id ? id : `${id}: ${variableOf(id)}`))
  const statuses = unfinished.map((status) => JSON.stringify(status)).join(', ')
  return `/**
   * Calls \`${described.name}\`, then reads the record until its status is final, at the interval that the service asks for. The final \`status\` may be a
   * failure. To limit the wait, pass \`signal: AbortSignal.timeout(milliseconds)\`.
   */
  ${waitingName(described.name)}(${[...typed, `options: WaitOptions<${type}> = {}`].join(', ')}): Promise<${type}> {
    const get = ({ ${named.join(', ')} }: ${type}) => this.${read}(${[...ids.map(variableOf), ...(takesQuery ? ['{}'] : []), 'options'].join(', ')})
    return waitFor(this.${described.name}(${[...names, 'options'].join(', ')}), { unfinished: [${statuses}], get }, options)
  }\n`
}
