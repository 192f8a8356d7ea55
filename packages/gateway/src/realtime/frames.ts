import type { Entry } from '@roster/core/server'

/** Returns `make` with one value for each object, shared by all connections. A value is kept as long as its object. */
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

/** Entries that are sent together. */
export interface Part {
  bytes: Buffer
  count: number
  /** Cursor of the last entry. */
  cursor: string
}

/** Size from which on a part is complete, in bytes. */
const LENGTH = 16 * 1_024

/** Joins the frames of a batch into parts: many small writes cost more than their bytes do. */
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

/** Returns the members that every form of an entry has, as JSON without braces. `data` is sent as it was written. */
export function membersOf({ event, id, created_at, json }: Entry): string {
  return `"event":${JSON.stringify(event)},"id":"${id}","created_at":"${created_at}","data":${json}`
}
