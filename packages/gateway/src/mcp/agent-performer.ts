import type { Performer } from '@roster/core'
import { type AnyOperation, readersOf, representationOf } from '@roster/core/contract'

/** An operation that agents call. */
export interface AgentPerformer extends Performer {
  /** What reads the record that it changes if it has a version; undefined where it takes none, or agents cannot read it. */
  readonly reader?: Performer | undefined
}

/** Joins the operations that agents may call to those that read what they change. */
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
