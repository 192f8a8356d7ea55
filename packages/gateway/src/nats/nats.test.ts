import { setImmediate as nextTurn } from 'node:timers/promises'
import { jetstreamManager, type StreamAPI } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { application } from '@roster/api'
import { lacksNats, type NatsServer, startNats } from '@roster/test/nats-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Nats } from './nats.ts'

describe.skipIf(lacksNats)('a log at a broker', () => {
  let server: NatsServer
  const brokers: Nats[] = []
  beforeEach(async () => {
    server = await startNats()
  })
  afterEach(async () => {
    for (const broker of brokers.splice(0)) await broker.close()
    await server.stop()
  })

  /** Follows a log. `told` is what its reader is told, `said` what the log of the service says. */
  function follow(log = 'log') {
    const told: unknown[] = []
    const said: unknown[] = []
    const logger = { warn: (_: object, text: string) => said.push(text), info: (text: string) => said.push(text) }
    const { naming } = application
    const broker = new Nats({ url: server.url, setting: 'ROSTER_EVENTS_URL', naming, logger: logger as never })
    brokers.push(broker)
    broker.follow(log, {
      onJoined: (number) => told.push(`joined at ${number}`),
      onMessage: (text, number) => told.push(`${number}: ${text}`),
      onLost: () => told.push('lost'),
    })
    const comesTo = async (...expected: string[]) => {
      await expect.poll(() => told).toEqual(expected)
    }
    return { broker, told, said, comesTo }
  }

  test('takes a message only after its last one, and gives it to all who follow', async () => {
    const [one, other] = [follow(), follow()]
    await one.comesTo('joined at 0')
    await other.comesTo('joined at 0')
    expect(await one.broker.append({ text: 'a' }, 0)).toBe(1)
    expect(await other.broker.append({ text: 'of who is late' }, 0)).toBeUndefined()
    expect(await other.broker.append({ text: 'b' }, 1)).toBe(2)
    for (const each of [one, other]) await each.comesTo('joined at 0', '1: a', '2: b')
  })

  test('keeps the first of two messages with one identifier, whose sender goes on where it was', async () => {
    const { broker, comesTo } = follow()
    await comesTo('joined at 0')
    expect(await broker.append({ text: 'a', id: '1:1' }, 0)).toBe(1)
    expect(await broker.append({ text: 'a again', id: '1:1' }, 1)).toBe(1)
    expect(await broker.append({ text: 'b', id: '1:2' }, 1)).toBe(2)
    await comesTo('joined at 0', '1: a', '2: b')
  })

  test('is followed from its end, and apart from others', async () => {
    const first = follow()
    await first.comesTo('joined at 0')
    await first.broker.append({ text: 'a' }, 0)
    const [later, ofAnother] = [follow(), follow('log-of-others')]
    await later.comesTo('joined at 1')
    await ofAnother.comesTo('joined at 0')
    await first.broker.append({ text: 'b' }, 1)
    await later.comesTo('joined at 1', '2: b')
    expect(ofAnother.told).toEqual(['joined at 0'])
  })

  /** The streams of the server, by another client. */
  async function managed<Result>(act: (streams: StreamAPI) => Promise<Result>): Promise<Result> {
    const connection = await connect({ servers: server.url })
    try {
      return await act((await jetstreamManager(connection)).streams)
    } finally {
      await connection.close()
    }
  }

  test('is kept for five minutes, in 64 MiB, unless who runs the broker has said otherwise', async () => {
    const [second, MiB] = [1e9, 1_024 * 1_024]
    const added = { name: 'roster-other', subjects: ['roster-other.log'], max_age: 7 * second }
    await managed((streams) => streams.add({ ...added }))
    const [own, other] = [follow(), follow('other')]
    for (const one of [own, other]) await one.comesTo('joined at 0')
    const configs = ['roster-log', 'roster-other'].map((name) => managed((streams) => streams.info(name)))
    expect((await Promise.all(configs)).map(({ config }) => config)).toMatchObject([
      { subjects: ['roster-log.log'], max_age: 300 * second, max_bytes: 64 * MiB, duplicate_window: 120 * second },
      added,
    ])
  })

  test('that is left while it is being joined is not joined any more', async () => {
    const { broker, told } = follow()
    await broker.close()
    expect(told).not.toContain('joined at 0')
  })

  test('is followed on for as long as there are messages, and looked for anew when there is none for five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { broker, told } = follow()
      while (told.length === 0) await nextTurn()
      for (let number = 0; number < 9; number++) {
        vi.advanceTimersByTime(900)
        expect(await broker.append({ text: 'x', ...(number === 8 && { id: 'once' }) }, number)).toBe(number + 1)
        while (told.length < number + 2) await nextTurn()
      }
      expect(told.at(-1)).toBe('9: x')
      for (let time = 0; time < 4_500; time += 900) {
        vi.advanceTimersByTime(900)
        // The server answers, and has no message.
        expect(await broker.append({ text: 'x', id: 'once' }, 9)).toBe(9)
        expect(told.at(-1)).toBe('9: x')
      }
      vi.advanceTimersByTime(500)
      while (told.at(-1) !== 'lost') await nextTurn()
    } finally {
      vi.useRealTimers()
    }
  })

  test('takes messages of the size that the server takes', async () => {
    const { broker, comesTo } = follow()
    expect(broker.capacity).toBe(Infinity)
    await comesTo('joined at 0')
    expect(await broker.append({ text: 'x'.repeat(broker.capacity), id: 'i'.repeat(100) }, 0)).toBe(1)
  })

  test('that is away is told once, takes nothing, and is joined again', async () => {
    const { broker, told, said, comesTo } = follow()
    await comesTo('joined at 0')
    await broker.append({ text: 'a' }, 0)
    await comesTo('joined at 0', '1: a')
    await server.restart(1_500)
    await expect.poll(() => told.at(-1)).toBe('joined at 1')
    expect(told.slice(0, 3)).toEqual(['joined at 0', '1: a', 'lost'])
    expect(await broker.append({ text: 'b' }, 1)).toBe(2)
    expect(await broker.append({ text: 'c' }, 2)).toBe(3)
    await expect.poll(() => told.at(-1)).toBe('3: c')
    expect(said).toEqual([
      expect.stringMatching(/^ROSTER_EVENTS_URL: the broker does not answer\. .* Events are read from the database/),
      'The broker of events can be used again',
    ])
    await broker.close()
    expect(told.at(-1)).toBe('lost')
    await expect(broker.append({ text: 'd' }, 3)).rejects.toThrow('The broker is away.')
  })
})
