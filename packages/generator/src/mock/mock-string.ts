import { formTold, patternTold, type TextForm } from '@roster/core/contract'
import type { Schema } from '@roster/sdk/testing'
import { type Place, refuse } from './refusal.ts'
import { faultOf, patternRule, ruleOf } from './string-rules.ts'
import { allChecksOf, boundsOf, type Check, checksOf, isCustom, type Def, type Meta, type Zod } from './zod.ts'

/** Returns the mock's schema for a text. */
export function stringSchema(schema: Zod, def: Def, meta: Meta, place: Place): Schema {
  const coerced: Partial<Schema> = def['coerce'] ? { coerced: true } : {}
  if (checksOf(def).some(isCustom))
    return { type: 'string', ...coerced, ...boundsOf(def), ...customRule(schema, def, meta, place) }
  const steps = stepsOf(allChecksOf(def), place)
  const [first = { type: 'string' }, ...more] =
    def['coerce'] && steps[0]?.type === 'formatted' ? [{ type: 'string' as const }, ...steps] : steps
  return more.length === 0 ? { ...first, ...coerced } : { type: 'pipe', parts: [{ ...first, ...coerced }, ...more] }
}

/** Returns a rule that is code, under the name of the same rule in the mock or as a regular expression from the contract. Throws if there is neither. */
function customRule(schema: Zod, def: Def, meta: Meta, place: Place): Partial<Schema> {
  if (isOutdated(schema))
    return refuse(
      place,
      'has a rule that was added after its form was told',
      'Tell its form last, on the text itself: .meta({ pattern }).',
    )
  if (isInstant(def, meta))
    return { rule: 'instant', pattern: (def['pattern'] as RegExp).source, fault: faultOf(schema, place) }
  const rule = isExtended(schema) ? patternRule(schema, meta, place) : ruleOf(schema, meta, place)
  return rule ?? refuse(place, 'has a rule that is code', 'Say it as a regular expression too: .meta({ pattern }).')
}

const isInstant = (def: Def, { pattern }: Meta) =>
  def['format'] === 'datetime' && pattern === undefined && checksOf(def).some(({ check }) => check === 'overwrite')

/** Whether checks were added to a schema after its format or pattern was told, which then does not tell of them. */
function isOutdated(schema: Zod): boolean {
  const form = formOf(schema)
  const before = parentOf(schema)
  if (form === '{}' || !before || formOf(before) !== form) return false
  return checksIn(before) < checksIn(schema) || isOutdated(before)
}

/** Whether checks were added to a text whose form had been told. What was told last then stands for all of its rules. */
function isExtended(schema: Zod): boolean {
  for (let before = parentOf(schema); before; before = parentOf(before))
    if (formOf(before) !== '{}' && checksIn(before) < checksIn(schema)) return true
  return false
}

const parentOf = (schema: Zod) => schema._zod.parent as Zod | undefined

const formOf = (schema: Zod) => JSON.stringify({ format: schema.meta()?.format, pattern: schema.meta()?.pattern })

const checksIn = (schema: Zod) => checksOf(schema._zod.def as Def).length

/** Returns the steps of checking a text. There are several if the text is changed in between or must match several expressions. */
function stepsOf(checks: readonly Check[], place: Place): Schema[] {
  const steps: Schema[] = []
  let bounds: Check[] = []
  let pattern: Partial<Schema> | undefined
  const end = (...next: Schema[]) => {
    if (bounds.length > 0 || pattern)
      steps.push({ type: 'string', ...boundsOf({ type: 'string', checks: bounds.map(asCheck) }), ...pattern })
    steps.push(...next)
    bounds = []
    pattern = undefined
  }
  for (const check of checks) {
    const format = check.check === 'string_format' ? formatOf(check) : undefined
    if (format) end(format)
    else if (check.check === 'overwrite') end({ type: 'string', rule: changeOf(check, place) })
    else if (check.check !== 'string_format') {
      bounds.push(check)
      if (pattern) pattern.patternFirst = true
    } else {
      if (pattern) end()
      pattern = patternOf(check, place)
    }
  }
  end()
  return steps
}

const asCheck = (def: Check) => ({ _zod: { def } })

const FORMATS: readonly (string | undefined)[] = ['base64', 'base64url', 'cidrv6', 'ipv6'] satisfies Schema['format'][]

/** Formats whose checks are code that the mock does not have. */
const UNKNOWN = new Set(['credit_card', 'iban', 'jwt'])

/** Returns the schema of a format for which the mock has code, or undefined. */
function formatOf(check: Check): Schema | undefined {
  const { format, hostname, protocol, normalize } = check
  const fault = ['invalid-format', toldOf(check)] as const
  if (FORMATS.includes(format)) return { type: 'formatted', format: format as NonNullable<Schema['format']>, fault }
  if (format !== 'url' || normalize) return undefined
  const parts = { ...(hostname && { hostname: hostname.source }), ...(protocol && { protocol: protocol.source }) }
  return { type: 'formatted', format, ...parts, fault }
}

function patternOf(check: Check, place: Place): Partial<Schema> {
  const { format, pattern } = check
  if (!pattern || UNKNOWN.has(format!))
    return refuse(place, `has the format ${format}`, 'Say it as a regular expression: z.string().regex().')
  const flags = pattern.flags.replaceAll(/[gy]/g, '')
  const told = toldOf(check)
  const isUsual = told === patternTold(`/${pattern.source}/${flags}`)
  return { pattern: pattern.source, ...(flags && { flags }), ...(!isUsual && { fault: ['invalid-format', told] }) }
}

/** Returns the message for a text that a check refuses: the check's own message, or the message for the form. */
function toldOf({ error, ...check }: Check): string {
  const form: TextForm = { ...check, format: check.format!, pattern: check.pattern?.toString() }
  const own = error?.({ code: 'invalid_format', path: [], input: '', ...form } as never)
  return (typeof own === 'string' ? own : own?.message) ?? formTold(form)
}

/** Texts by which a change is recognized: each change in `CHANGES` gives other results for them. */
const PROBES = ['  Aé ', 'e\u0301', 'ABC', 'abc', 'A-b c_d!', 'ß']

const CHANGES: Partial<Record<NonNullable<Schema['rule']>, (text: string) => string>> = {
  trim: (text) => text.trim(),
  'lower-case': (text) => text.toLowerCase(),
  'upper-case': (text) => text.toUpperCase(),
  'normal-form': (text) => text.normalize(),
}

/** Returns the name of a change to a text, recognized by its results for `PROBES`. Throws for any other change. */
function changeOf({ tx }: Check, place: Place): NonNullable<Schema['rule']> {
  const known = Object.entries(CHANGES).find(([, change]) => PROBES.every((text) => change(text) === tx?.(text)))
  if (known) return known[0] as NonNullable<Schema['rule']>
  return refuse(place, 'is changed by code', 'Use .trim(), .toLowerCase(), .toUpperCase() or .normalize().')
}
