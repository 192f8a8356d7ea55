import type { Entry } from '@roster/core/server'

/** Makes something of each thing once, however many connections it is for. It lasts as long as the thing. */
export function onceEach<Thing extends object, Value>(make: (thing: Thing) => Value): (thing: Thing) => Value {
  const made = new WeakMap<Thing, Value>()
  return (thing) => {
    const known = made.get(thing)
    if (known !== undefined) return known
    const value = make(thing)
    made.set(thing, value)
    return value
  }
}

/** Entries that go over the wire together. */
export interface Part {
  bytes: Buffer
  count: number
  /** The cursor of the last of them. */
  cursor: string
}

/** Most bytes that are put together. */
const LENGTH = 16 * 1_024

/** Puts the frames of a batch together: many small writes cost more than their bytes do. */
export function joinFrames(batch: readonly Entry[], frameOf: (entry: Entry) => Buffer): Part[] {
  const parts: Part[] = []
  let frames: Buffer[] = []
  let length = 0
  for (const [nth, entry] of batch.entries()) {
    const frame = frameOf(entry)
    frames.push(frame)
    length += frame.length
    if (length < LENGTH && nth < batch.length - 1) continue
    parts.push({
      bytes: frames.length === 1 ? frame : Buffer.concat(frames, length),
      count: frames.length,
      cursor: entry.cursor,
    })
    frames = []
    length = 0
  }
  return parts
}

/** What every form of an entry tells of it, as members of a JSON object. `data` goes out as it was written. */
export function membersOf({ event, id, created_at, json }: Entry): string {
  return `"event":${JSON.stringify(event)},"id":"${id}","created_at":"${created_at}","data":${json}`
}
