import type { Channels, Entry } from '@roster/core/server'
import { membersOf, onceEach, type Part } from './frames.ts'

/** Makes the function that gives the messages of a batch for a channel. They are written once, however many sockets they are for. */
export function pushParts(channels: Channels): (batch: readonly Entry[], channel: string) => Part[] {
  const pushesOf = onceEach(
    (entry: Entry) => new Map(channels.of(entry).map((channel) => [channel, pushOf(entry, channel)])),
  )
  return (batch, channel) =>
    batch.flatMap((entry) => {
      const bytes = pushesOf(entry).get(channel)
      return bytes ? [{ bytes, count: 1, cursor: entry.cursor }] : []
    })
}

function pushOf(entry: Entry, channel: string): Buffer {
  const head = `{"type":"push","channel":${JSON.stringify(channel)},"cursor":"${entry.cursor}"`
  return Buffer.from(`${head},${membersOf(entry)}}`)
}
