import type { Channels, Entry } from '@roster/api'
import { membersOf, onceEach } from './frames.ts'

/** The messages that push an entry, by channel. */
export type Pushes = ReadonlyMap<string, Buffer>

/** Makes the function that gives the messages of an entry. They are written once, however many sockets they are for. */
export function pushFrames(channels: Channels): (entry: Entry) => Pushes {
  return onceEach((entry) => new Map(channels.of(entry).map((channel) => [channel, pushOf(entry, channel)])))
}

function pushOf(entry: Entry, channel: string): Buffer {
  const head = `{"type":"push","channel":${JSON.stringify(channel)},"cursor":"${entry.cursor}"`
  return Buffer.from(`${head},${membersOf(entry)}}`)
}
