import { told } from '#core/contract/fault'
import { merged } from './merged.ts'
import type { Schema } from './operation.ts'
import { checkedRecord } from './record-maps.ts'
import { checkedFormat } from './text-formats.ts'
import { checkedTuple } from './tuples.ts'
import { checkedUnion } from './unions.ts'
import type { Finding, Run, Walk } from './walk.ts'

/** Checks that Roster's own tables do not need, but other applications may: pass them to `validated`. */
export const COMPOSITES: Record<'formatted' | 'tuple' | 'record' | 'union' | 'intersection' | 'pipe', Run> = {
  formatted: checkedFormat,
  tuple: checkedTuple,
  record: checkedRecord,
  union: checkedUnion,
  intersection: checkedIntersection,
  pipe: checkedPipe,
}

/** Whether a finding is about an unknown name. An intersection has the fault only if both sides find it: a name may belong to the other side. */
const isOfName = (finding: Finding, { path }: Walk) =>
  finding.path.length === path.length + 1 && (finding.code.startsWith('unknown-') || finding.message === told.name)

function checkedIntersection(schema: Schema, value: unknown, walk: Walk): unknown {
  const sides = schema.parts!.map((part) => {
    const trial = walk.trial()
    return { value: trial.into(schema, part, value), found: trial.found }
  })
  for (const side of sides)
    for (const finding of side.found)
      if (!isOfName(finding, walk) || (side === sides[0] && isEverywhere(finding, sides))) walk.found.push(finding)
  return sides.map((side) => side.value).reduce(merged)
}

const isEverywhere = ({ path }: Finding, sides: readonly { found: Finding[] }[]) =>
  sides.every(({ found }) =>
    found.some((other) => other.path.length === path.length && other.path.at(-1) === path.at(-1)),
  )

function checkedPipe(schema: Schema, value: unknown, walk: Walk): unknown {
  const before = walk.found.length
  let result = value
  for (const part of schema.parts!) {
    result = walk.into(schema, part, result)
    if (walk.found.length > before) return result
  }
  if (schema.present && result === undefined) walk.add('required', 'is required')
  return result
}
