import { isDeepStrictEqual } from 'node:util'

/** A part of an OpenAPI document. */
export type Node = Record<string, any>

/** The side on which a schema is used. A schema of requests may accept more than before; a schema of responses may return more members. */
export type Side = 'request' | 'answer'

/** Returns what breaks a client between two versions of a part; undefined or false when nothing does. */
export type Rule = (before: Node, after: Node) => string | undefined | false

const listed = (what: string, names: unknown[]) => names.length > 0 && `${what} ${names.join(', ')}`
const without = (names: unknown[] = [], others: unknown[] = []) => names.filter((name) => !others.includes(name))
export const keys = (part: Node | undefined) => Object.keys(part ?? {})

const TYPES = ['null', 'boolean', 'object', 'array', 'string', 'number']

/** Returns the types that a schema allows. A schema that allows numbers allows integers too. */
function typesOf({ type, anyOf }: Node): string[] {
  if (anyOf) return anyOf.flatMap(typesOf)
  return [type ?? TYPES].flat().flatMap((name) => (name === 'number' ? ['number', 'integer'] : [name]))
}

/** Returns the alternatives of a schema, without null. */
export const formsOf = (schema: Node): Node[] => (schema.anyOf ?? [schema]).filter(({ type }: Node) => type !== 'null')

/** Returns the values that a schema lists, or undefined when it lists none. */
const values = ({ const: only, enum: some }: Node) => (only === undefined ? some : [only])

/** Returns a rule that no named part is removed. */
const removed =
  (kind: string, member: string): Rule =>
  (before, after) =>
    listed(`no longer has the ${kind}`, without(keys(before[member]), keys(after[member])))

/** Returns a rule that a limit is not tightened. A new limit is no fault: it may have applied before without being stated. */
const tightened =
  (keyword: string, direction: 1 | -1): Rule =>
  ({ [keyword]: was }, { [keyword]: is }) =>
    was !== undefined && is !== undefined && direction * (was - is) > 0 && `has ${keyword} ${is}, not ${was}`

/** Returns a rule that a constraint on text, such as `pattern`, does not change. */
const replaced =
  (keyword: string): Rule =>
  ({ [keyword]: was }, { [keyword]: is }) =>
    was !== undefined && is !== undefined && was !== is && `has another ${keyword}`

/** A request that leaves a member out would mean something else. */
const otherDefault: Rule = ({ default: was }, { default: is }) =>
  was !== undefined &&
  !isDeepStrictEqual(was, is) &&
  `has ${is === undefined ? 'no default' : `the default ${JSON.stringify(is)}`}, not ${JSON.stringify(was)}`

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']

const fewerForms: Rule = (before, after) => formsOf(after).length < formsOf(before).length && 'has fewer forms'

/** Rules for a schema as a whole. */
export const SCHEMA_RULES: Record<Side, Rule[]> = {
  request: [
    (before, after) => listed('no longer takes', without(typesOf(before), typesOf(after))),
    fewerForms,
    otherDefault,
  ],
  answer: [(before, after) => listed('can be', without(typesOf(after), typesOf(before))), fewerForms],
}

/** Rules for one alternative of a schema. */
export const FORM_RULES: Record<Side, Rule[]> = {
  request: [
    removed('member', 'properties'),
    (before, after) => listed('requires', without(after.required, before.required)),
    (before, after) =>
      before.additionalProperties !== false && after.additionalProperties === false && 'no longer takes other members',
    (before, after) => values(after) && listed('no longer takes', without(values(before) ?? ['others'], values(after))),
    replaced('pattern'),
    replaced('format'),
    ...UPPER.map((keyword) => tightened(keyword, 1)),
    ...LOWER.map((keyword) => tightened(keyword, -1)),
  ],
  answer: [
    removed('member', 'properties'),
    (before, after) => listed('no longer always has', without(before.required, after.required)),
    (before, after) => values(before) && listed('no longer has the value', without(values(before), values(after))),
    replaced('format'),
  ],
}

export const OPERATION_RULES: Rule[] = [
  removed('response', 'responses'),
  (before, after) =>
    before.operationId !== after.operationId && `is named ${after.operationId}, not ${before.operationId}`,
  (before, after) => listed('no longer takes the credential', refused(alternatives(before), alternatives(after))),
  (before, after) => listed('needs the scope', without(scopes(after, schemes(before)), scopes(before))),
  (before, after) => listed('no longer takes the parameter', without(keys(before.parameters), keys(after.parameters))),
  (before, after) => listed('requires the parameter', without(required(after.parameters), required(before.parameters))),
  (before, after) => after.requestBody?.required && !before.requestBody?.required && 'requires a body',
]

/** Returns the alternatives of credentials; an operation that lists none needs none. */
const alternatives = ({ security = [] }: Node): Node[] => (security.length === 0 ? [{}] : security)
/** Returns the alternatives that are not enough any more, also for more that goes with them. */
const refused = (before: Node[], after: Node[]): string[] =>
  before
    .filter((given) => !after.some((needed) => keys(needed).every((scheme) => scheme in given)))
    .map((given) => keys(given).join(' with ') || 'none')
const schemes = ({ security = [] }: Node) => security.flatMap(keys)
/** Returns the scopes that an operation requires with these kinds of credentials. A new kind may require any scope. */
const scopes = ({ security = [] }: Node, among: string[] = schemes({ security })): string[] =>
  security.flatMap((one: Node) => among.flatMap((scheme) => one[scheme] ?? []))
const required = (parts: Node = {}) => keys(parts).filter((name) => parts[name].required)

export const ANSWER_RULES: Rule[] = [
  removed('header', 'headers'),
  (before, after) =>
    listed('no longer always has the header', without(required(before.headers), required(after.headers))),
]

/** Rules for the request that a webhook endpoint gets, and for the responses that it may give. */
export const EVENT_RULES: Rule[] = [removed('parameter', 'parameters'), removed('response', 'responses')]
export const CONTENT_RULES: Rule[] = [removed('media type', 'content')]
