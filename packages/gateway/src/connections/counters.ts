/** Transport of a connection that stays open. */
export type Transport = 'sse' | 'websocket' | 'trpc-sse' | 'trpc-websocket' | 'mcp'

/** Counters of this process's connections since its start, for metrics. */
export interface RealtimeCounters {
  /** Connections that are open now. */
  readonly open: Record<Transport, number>
  /** Connections that were closed because they did not take what they were sent. */
  slowReaders: number
  /** Events written to connections, each once for every connection and channel. */
  fannedOut: number
}

/** Returns the counters of a process that has opened no connection yet. */
export const newCounters = (): RealtimeCounters => ({
  open: { sse: 0, websocket: 0, 'trpc-sse': 0, 'trpc-websocket': 0, mcp: 0 },
  slowReaders: 0,
  fannedOut: 0,
})
