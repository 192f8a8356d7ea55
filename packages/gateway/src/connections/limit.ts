import { Problem } from '@roster/core/contract'

/** Kinds of connections, which are counted separately. */
export type ConnectionKind = 'stream' | 'socket'

/** Maximum open connections of each kind for one caller, unless the setting `CONNECTION_LIMIT` says otherwise. */
export const DEFAULT_CONNECTION_LIMIT = 5

/** Releases a counted connection. To be called once. */
export type Release = () => void

/** Counts the connections that callers have open. */
export interface ConnectionLimit {
  /** Counts one more connection of a caller. Throws `rate-limited` when the caller has as many as allowed. */
  take(kind: ConnectionKind, principal: string): Promise<Release>
}

/** Returns a limit of connections that is counted in this process. */
export function memoryConnectionLimit(limit: number): ConnectionLimit {
  const counts = new Map<string, number>()
  return {
    async take(kind, principal) {
      const key = `${kind}:${principal}`
      const count = counts.get(key) ?? 0
      if (count >= limit) throw tooMany(kind, limit)
      counts.set(key, count + 1)
      return () => {
        const left = counts.get(key)! - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

export function tooMany(kind: ConnectionKind, limit: number): Problem {
  const detail = `This caller has ${limit} ${kind}s open, which is as many as it may. Close one, and try again.`
  return new Problem('rate-limited', detail, { headers: { 'retry-after': '5' } })
}
