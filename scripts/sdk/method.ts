import { documentation } from './documentation.ts'
import { bodyType, type Described, queryType } from './operation.ts'
import { camelCase } from './words.ts'

/** The methods of an operation, with their documentation: mostly one. */
export async function methodsOf(described: Described): Promise<string> {
  const { list, isFile, output, operation } = described
  const doc = await documentation(described)
  if (list) return doc + listMethod(described, list)
  if (isFile) return doc + downloadMethod(described)
  if (operation.method === 'GET' && output) return doc + readMethod(described, output)
  const create = doc + plainMethod(described)
  return described.unfinished.length > 0 && output && operation.method === 'POST'
    ? `${create}\n${waitMethod(described, output)}`
    : create
}

/** Path ids first, then the body or the query. */
function parameters({ ids, body, query, ...rest }: Described): { typed: string[]; input: string } {
  const names = ids.map(([name]) => camelCase(name))
  const described = { ids, body, query, ...rest }
  const isOptional = query && !query.required?.length
  const typed = [
    ...names.map((name) => `${name}: string`),
    ...(body ? [`body: ${bodyType(described)}`] : []),
    ...(query ? [`query: ${queryType(described)}${isOptional ? ' = {}' : ''}`] : []),
  ]
  const members = [
    ...(names.length > 0 ? [`ids: [${names.join(', ')}]`] : []),
    ...(body ? ['body'] : []),
    ...(query ? ['query: { ...query }'] : []),
  ]
  return { typed, input: `{ ${members.join(', ')} }` }
}

const request = (type: string, { operation }: Described, input: string) =>
  `this.client.request<${type}>('${operation.method}', '${operation.path}', ${input}, options)`

function plainMethod(described: Described): string {
  const { typed, input } = parameters(described)
  const type = described.output ?? 'void'
  const options = described.isChange ? 'ChangeOptions' : 'RequestOptions'
  return `${described.name}(${[...typed, `options: ${options} = {}`].join(', ')}): APIPromise<${type}> {
    return ${request(type, described, input)}
  }\n`
}

function readMethod(described: Described, type: string): string {
  const { typed, input } = parameters(described)
  const declared = typed.map((parameter) => parameter.replace(/: (\w+) = \{\}$/, '?: $1'))
  const { name } = described
  return `${name}(${[...declared, 'options?: ReadOptions'].join(', ')}): APIPromise<${type}>
  /** The same if it is another than the one at hand; null while \`ifNoneMatch\` is current. */
  ${name}(${[...typed.map((parameter) => parameter.replace(' = {}', '')), 'options: ConditionalReadOptions'].join(', ')}): APIPromise<${type} | null>
  ${name}(${[...typed, 'options: ConditionalReadOptions = {}'].join(', ')}): APIPromise<${type} | null> {
    return ${request(type, described, input)}
  }\n`
}

function listMethod(described: Described, { of, selected, cursor }: NonNullable<Described['list']>): string {
  const { typed } = parameters({ ...described, query: undefined })
  const names = described.ids.map(([name]) => camelCase(name))
  const type = queryType(described)
  const ids = names.length > 0 ? `ids: [${names.join(', ')}], ` : ''
  const signature = (query: string, item: string) =>
    `${described.name}(${[...typed, query, 'options?: RequestOptions'].join(', ')}): List<${item}>\n`
  const overloads = selected
    ? `${signature(`query?: ${type} & { fields?: undefined }`, of)}
  /** The same, with the members that \`fields\` selects. */
  ${signature(`query: ${type}`, selected)}`
    : ''
  return `${overloads}${described.name}(${[...typed, `{ ${cursor}: start, ...query }: ${type} = {}`, 'options: RequestOptions = {}'].join(', ')}): List<${of}> {
    const fetchPage = (${cursor}: string) =>
      ${request(`PageBody<${of}>`, described, `{ ${ids}query: { ...query, ${cursor} } }`)}
    return new List(fetchPage, start)
  }\n`
}

function downloadMethod(described: Described): string {
  const { typed } = parameters(described)
  const names = described.ids.map(([name]) => camelCase(name))
  return `${described.name}(${[...typed, 'options: DownloadOptions = {}'].join(', ')}): APIPromise<Bytes> {
    return download(this.client, '${described.operation.path}', [${names.join(', ')}], options)
  }\n`
}

/** Makes what is not final at once, and waits until it is. */
function waitMethod(described: Described, type: string): string {
  const { typed } = parameters(described)
  const names = typed.map((parameter) => parameter.split(':')[0])
  const statuses = described.unfinished.map((status) => `'${status}'`).join(', ')
  return `/**
   * Does what \`${described.name}\` does, then reads the record until its status is final, as often as the service asks to. It can have failed: look at
   * \`status\`. To wait no longer than some time, pass \`signal: AbortSignal.timeout(milliseconds)\`.
   */
  ${described.name}AndWait(${[...typed, `options: WaitOptions<${type}> = {}`].join(', ')}): Promise<${type}> {
    const get = ({ id }: ${type}) => this.get(id, options)
    return waitFor(this.${described.name}(${[...names, 'options'].join(', ')}), { unfinished: [${statuses}], get }, options)
  }\n`
}
