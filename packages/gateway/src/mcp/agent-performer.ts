import type { Performer } from '@roster/core'
import { type AnyOperation, readersOf, representationOf } from '@roster/core/contract'

/** A performer of an operation that agents call. */
export interface AgentPerformer extends Performer {
  /** Performer that reads the record which this operation changes; undefined when the body takes no `version`, or agents cannot read the record. */
  readonly reader?: Performer | undefined
}

/** Returns each performer with the `reader` of the record that its operation changes. */
export function agentPerformersOf(performers: readonly Performer[]): AgentPerformer[] {
  const readers = readersOf(performers.map(({ operation }) => operation))
  const performerOf = new Map(performers.map((performer) => [performer.operation, performer]))
  return performers.map((performer) => {
    const { operation } = performer
    const reader = takesVersion(operation) ? representationOf(operation, readers) : undefined
    return reader ? { ...performer, reader: performerOf.get(reader) } : performer
  })
}

const takesVersion = ({ body }: AnyOperation): boolean => body !== undefined && 'version' in body.shape
