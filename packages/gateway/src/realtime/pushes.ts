import type { Channels, Entry } from '@roster/core/server'
import { membersOf, onceEach, type Part } from './frames.ts'

/** The log's entries as messages to channels. */
export interface Pushes {
  isOn(entry: Entry, channel: string): boolean
  /** Returns the messages of entries that are on a channel. */
  partsOf(batch: readonly Entry[], channel: string): Part[]
}

/** Returns the pushes to these channels. Each message is written once, however many sockets receive it. */
export function pushesOn(channels: Channels): Pushes {
  const pushesOf = onceEach(
    (entry: Entry) => new Map(channels.of(entry).map((channel) => [channel, pushOf(entry, channel)])),
  )
  return {
    isOn: (entry, channel) => pushesOf(entry).has(channel),
    partsOf: (batch, channel) =>
      batch.map((entry) => ({ bytes: pushesOf(entry).get(channel)!, count: 1, cursor: entry.cursor })),
  }
}

function pushOf(entry: Entry, channel: string): Buffer {
  const head = `{"type":"push","channel":${JSON.stringify(channel)},"cursor":"${entry.cursor}"`
  return Buffer.from(`${head},${membersOf(entry)}}`)
}
