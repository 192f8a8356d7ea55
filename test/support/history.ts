import { expect, vi } from 'vitest'

/** An event as somebody was given it: its place in the log, and the record that it is about. */
export interface Given {
  readonly cursor: string
  readonly id: string
}

/** Somebody who notes what it is given, in the order in which it comes. */
export interface Reader {
  readonly given: readonly Given[]
}

/** What happened while something went wrong. */
export interface History {
  /** Records whose change was acknowledged to a writer. */
  acknowledged: readonly string[]
  /** The log, as it is read when all is over. */
  log: readonly Given[]
  /** Readers by their names. */
  readers: Readonly<Record<string, Reader>>
}

const placeOf = ({ cursor }: Given) => Number(cursor.split(':')[1])

const sentence = ({ cursor, id }: Given) => `${cursor} ${id}`

/**
 * The oracle: what was acknowledged is in the log, which has every record once and in places that rise; and every reader was given what
 * is in the log, once and in its order.
 */
export function expectDelivered({ acknowledged, log, readers }: History): void {
  const places = log.map(placeOf)
  expect(places, 'places of the log').toEqual([...new Set(places)].toSorted((a, b) => a - b))
  const ids = new Set(log.map(({ id }) => id))
  expect(ids.size, 'records that the log tells of').toBe(log.length)
  const lost = acknowledged.filter((id) => !ids.has(id))
  expect(lost, 'records that were acknowledged and are not in the log').toEqual([])
  for (const [name, { given }] of Object.entries(readers))
    expect(given.map(sentence), `what ${name} was given`).toEqual(log.map(sentence))
}

/** The same, asked when everything that was acknowledged is in the log and as much has come to every reader, or when the time is over. */
export async function expectDeliveredWithin(
  timeout: number,
  { acknowledged, readLog, readers }: Omit<History, 'log'> & { readLog: () => Promise<readonly Given[]> },
): Promise<void> {
  let log: readonly Given[] | undefined
  const look = async () => {
    const read = await readLog()
    log = read
    const ids = new Set(read.map(({ id }) => id))
    if (!acknowledged.every((id) => ids.has(id))) throw new Error('The log is not complete.')
    if (Object.values(readers).some(({ given }) => given.length !== read.length))
      throw new Error('A reader is not done.')
  }
  // What is wrong by then is for the oracle to say, unless nobody could read the log.
  await vi.waitFor(look, { timeout, interval: 100 }).catch((error: unknown) => {
    if (!log) throw new Error('The log was not read to its end in time.', { cause: error })
  })
  expectDelivered({ acknowledged, log: log!, readers })
}

/** Each event when it came for the first time: what a reader that is given events at least once makes of them. */
export function firstOf(given: readonly Given[]): Given[] {
  const known = new Set<string>()
  return given.filter(({ cursor }) => !known.has(cursor) && known.add(cursor))
}
