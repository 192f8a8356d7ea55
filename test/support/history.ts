import { expect, vi } from 'vitest'

/** A received event: its position in the log, and the identifier of its record. */
export interface Given {
  readonly cursor: string
  readonly id: string
}

/** A reader that stores received events in order of arrival. */
export interface Reader {
  readonly given: readonly Given[]
}

/** Acknowledged writes and received events during a fault. */
export interface History {
  /** Records whose change was acknowledged to a writer. */
  acknowledged: readonly string[]
  /** The log, read after the fault. */
  log: readonly Given[]
  /** Readers by name. */
  readers: Readonly<Record<string, Reader>>
}

const placeOf = ({ cursor }: Given) => Number(cursor.split(':')[1])

const sentence = ({ cursor, id }: Given) => `${cursor} ${id}`

/**
 * Checks that every acknowledged record is in the log, that the log has each record once, at rising positions, and that every reader has
 * received the events of the log, each once and in order.
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

/** Runs `expectDelivered` when the log has every acknowledged record and every reader as many events as the log, or after the timeout. */
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
  // After the timeout, `expectDelivered` reports what is wrong, unless the log could not be read.
  await vi.waitFor(look, { timeout, interval: 100 }).catch((error: unknown) => {
    if (!log) throw new Error('The log was not read to its end in time.', { cause: error })
  })
  expectDelivered({ acknowledged, log: log!, readers })
}

/** Returns each event once, at its first arrival, as a reader with at-least-once delivery does. */
export function firstOf(given: readonly Given[]): Given[] {
  const known = new Set<string>()
  return given.filter(({ cursor }) => !known.has(cursor) && known.add(cursor))
}
