import { isDeepStrictEqual } from 'node:util'
import {
  ANSWER_RULES,
  CONTENT_RULES,
  EVENT_RULES,
  FORM_RULES,
  formsOf,
  keys,
  type Node,
  OPERATION_RULES,
  type Rule,
  SCHEMA_RULES,
  type Side,
} from './breaking-rules.ts'

/** Returns the changes between two OpenAPI documents that break a client, a line each. A higher major version allows every change. */
export function breakingChanges(before: Node, after: Node): string[] {
  if (majorOf(after) > majorOf(before)) return []
  return [
    ...changesOfEach(operationsOf(before), operationsOf(after), operationChanges),
    ...changesOfEach(eventsOf(before), eventsOf(after), eventChanges),
  ]
}

type Compare = (name: string, before: Node, after: Node) => string[]

const changesOfEach = (before: Node, after: Node, compare: Compare): string[] =>
  keys(before).flatMap((name) => (after[name] ? compare(name, before[name], after[name]) : [`${name} is gone`]))

const majorOf = ({ info }: Node) => Number.parseInt(info.version)

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/** Returns the operations of a document by method and path, with references resolved and parameters by name. */
function operationsOf(document: Node): Node {
  const entries = Object.entries<Node>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      return [`${method.toUpperCase()} ${path}`, resolved(item[method], document)]
    }),
  )
  return Object.fromEntries(entries)
}

/** Returns the requests that webhook endpoints get, by event, in the same form. */
function eventsOf(document: Node): Node {
  const entries = Object.entries<Node>(document.webhooks ?? {})
  return Object.fromEntries(entries.map(([name, { post }]) => [`event ${name}`, resolved(post, document)]))
}

function resolved(described: Node, document: Node): Node {
  const operation = withoutReferences(described, document)
  const parameters = (operation.parameters ?? []).map((part: Node) => [`${part.in} ${part.name}`, part])
  return { ...operation, parameters: Object.fromEntries(parameters) }
}

/** Returns a part with each reference replaced by its target. A reference within its own target becomes an empty object. */
function withoutReferences(part: any, document: Node, seen: readonly string[] = []): any {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((one) => withoutReferences(one, document, seen))
  const { $ref, ...rest } = part
  if (typeof $ref === 'string') {
    if (seen.includes($ref)) return {}
    const target = $ref
      .slice(2)
      .split('/')
      .reduce((node, name) => node[name], document)
    return withoutReferences({ ...target, ...rest }, document, [...seen, $ref])
  }
  return Object.fromEntries(keys(part).map((name) => [name, withoutReferences(part[name], document, seen)]))
}

function operationChanges(name: string, before: Node, after: Node): string[] {
  const bodies = contentChanges(`${name} body`, before.requestBody, after.requestBody, 'request')
  const parameters = common(before.parameters, after.parameters).flatMap((key) =>
    schemaChanges(`${name} ${key}`, before.parameters[key].schema, after.parameters[key].schema, 'request'),
  )
  const answers = common(before.responses, after.responses).flatMap((status) => {
    const [was, is] = [before.responses[status], after.responses[status]]
    const at = `${name} ${status}`
    return broken(at, ANSWER_RULES, was, is).concat(contentChanges(at, was, is, 'answer'))
  })
  return [...broken(name, OPERATION_RULES, before, after), ...parameters, ...bodies, ...answers]
}

/** Returns what breaks a receiver of an event: it reads the request, and chooses among the responses. */
const eventChanges: Compare = (name, before, after) => [
  ...broken(name, EVENT_RULES, before, after),
  ...contentChanges(name, before.requestBody, after.requestBody, 'answer'),
]

const common = (before: Node | undefined, after: Node | undefined) =>
  keys(before).filter((name) => after !== undefined && name in after)

const broken = (at: string, rules: readonly Rule[], before: Node, after: Node): string[] =>
  rules.flatMap((rule) => rule(before, after) || []).map((change) => `${at} ${change}`)

function contentChanges(at: string, before: Node = {}, after: Node = {}, side: Side): string[] {
  const changes = common(before.content, after.content).flatMap((type) =>
    schemaChanges(at, before.content[type].schema, after.content[type].schema, side),
  )
  return [...new Set([...broken(at, CONTENT_RULES, before, after), ...changes])]
}

function schemaChanges(at: string, before: Node = {}, after: Node = {}, side: Side): string[] {
  const [was, is] = [formsOf(before), formsOf(after)]
  const changed = unlike(was, is)
  // Several earlier forms of a request may be taken by one later form. Each form of a response has a later form of its own.
  const left = side === 'request' ? is : unlike(is, was)
  const changes = changed.flatMap((form) => {
    const lists = left.map((other) => formChanges(at, form, other, side))
    const [fewest = []] = lists.toSorted((one, other) => one.length - other.length)
    if (side === 'answer') left.splice(lists.indexOf(fewest), 1)
    return fewest
  })
  return [...broken(at, SCHEMA_RULES[side], before, after), ...changes]
}

/** Returns the forms that are not among others. */
const unlike = (forms: Node[], others: Node[]): Node[] =>
  forms.filter((form) => !others.some((other) => isDeepStrictEqual(form, other)))

function formChanges(at: string, before: Node, after: Node, side: Side): string[] {
  const items = before.items ? schemaChanges(`${at}[]`, before.items, after.items, side) : []
  const members = common(before.properties, after.properties).flatMap((name) =>
    schemaChanges(`${at}.${name}`, before.properties[name], after.properties[name], side),
  )
  return [...broken(at, FORM_RULES[side], before, after), ...items, ...members]
}
