import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { startLink } from '@roster/test/link'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Notifications } from './notifications.ts'

describe.runIf(onPostgres)('notifications (need PostgreSQL: set DATABASE_URL)', () => {
  let copy: TestDatabase
  let notifications: Notifications
  let heard: string[]
  beforeEach(async () => {
    copy = await copyDatabase()
    notifications = new Notifications(copy.directUrl!, 'roster')
    heard = []
  })
  afterEach(() => copy.drop())

  const listen = (channel: string, as = channel) =>
    notifications.listen(channel, (payload) => heard.push(`${as}: ${payload}`))
  const send = (channel: string, payload: string) =>
    copy.database.query({ text: 'select pg_notify($1, $2)' }, [channel, payload])
  async function expectToHear(...calls: string[]): Promise<void> {
    await expect.poll(() => heard.toSorted()).toEqual(calls.toSorted())
  }
  const sessions = async () =>
    (
      await copy.database.query<{ pid: number }>({
        text: `select pid from pg_stat_activity where datname = current_database() and query ~ '^listen' and pid <> pg_backend_pid()`,
      })
    ).map(({ pid }) => pid)

  test('of every channel come over one connection, to those who listen to it', async () => {
    const one = listen('one')
    const two = listen('two')
    await expectToHear('one: ', 'two: ')
    const again = listen('one', 'again')
    await expectToHear('one: ', 'two: ', 'again: ')
    expect(await sessions()).toHaveLength(1)
    heard = []
    await send('one', 'a')
    await send('two', 'b')
    await expectToHear('one: a', 'again: a', 'two: b')
    heard = []
    await one.close()
    await send('one', 'c')
    await send('two', 'd')
    await expectToHear('again: c', 'two: d')
    await Promise.all([again.close(), two.close()])
    await expect.poll(sessions).toEqual([])
  })

  test('that a lost connection could have missed are told of once, on every channel', async () => {
    const listeners = [listen('one'), listen('two')]
    await expectToHear('one: ', 'two: ')
    heard = []
    const [pid] = await sessions()
    await copy.database.query({ text: 'select pg_terminate_backend($1)' }, [pid])
    await expectToHear('one: ', 'two: ')
    await send('two', 'a')
    await expectToHear('one: ', 'two: ', 'two: a')
    await Promise.all(listeners.map((listener) => listener.close()))
  })

  test('that stay away are told of once, and once more when they are back; a loss that is mended at once is not', async () => {
    const link = await startLink(copy.directUrl!)
    onTestFinished(() => link.close())
    const told: unknown[] = []
    const linked = new Notifications(link.url, 'roster', (error) => told.push(error))
    const times = () => heard.length
    const listener = linked.listen('one', (payload) => heard.push(payload))
    await expect.poll(times).toBe(1)
    link.cut()
    await expect.poll(times).toBe(2)
    expect(told).toEqual([])
    await link.close()
    await expect.poll(() => told).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })])
    await link.mend()
    await expect.poll(times).toBe(3)
    expect(told).toEqual([expect.anything(), undefined])
    await listener.close()
  })

  test('are heard again by whoever listens after the last one left', async () => {
    const first = listen('one', 'first')
    const closing = first.close()
    const second = listen('one', 'second')
    await closing
    await expectToHear('second: ')
    await send('one', 'a')
    await expectToHear('second: ', 'second: a')
    await second.close()
  })
})
