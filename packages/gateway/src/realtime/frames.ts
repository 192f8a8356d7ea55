import type { Entry } from '@roster/api'

/** Makes something of each entry once, however many connections it is for. It lasts as long as the entry. */
export function onceEach<Value>(make: (entry: Entry) => Value): (entry: Entry) => Value {
  const made = new WeakMap<Entry, Value>()
  return (entry) => {
    const known = made.get(entry)
    if (known !== undefined) return known
    const value = make(entry)
    made.set(entry, value)
    return value
  }
}

/** What every form of an entry tells of it, as members of a JSON object. `data` goes out as it was written. */
export function membersOf({ event, id, created_at, json }: Entry): string {
  return `"event":${JSON.stringify(event)},"id":"${id}","created_at":"${created_at}","data":${json}`
}
