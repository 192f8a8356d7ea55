import { getEventListeners } from 'node:events'
import { problem, scriptedFetch, silence, type Step } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'
import { subscribe, type SubscribeOptions } from './subscribe.ts'

const START = Date.parse('2026-11-21T09:30:00.000Z')
beforeEach(() => {
  vi.useFakeTimers({ now: START })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A frame of an event, by its place in the log. */
function frame(seq: number): string {
  const message = { type: 'update', event: 'user.deleted', id: `evt_${seq}`, created_at: '…', data: { id: 'usr_1' } }
  return `id: 1:${seq}\ndata: ${JSON.stringify(message)}\n\n`
}
const notice = (content: object) => `data: ${JSON.stringify({ type: 'notification', ...content })}\n\n`

/** A stream that gives these pieces and then ends, breaks, or stays open. */
function stream(pieces: string[], after: 'end' | 'break' | 'stay' = 'end'): Step {
  return () => {
    const left = [...pieces]
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = left.shift()
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
        else if (after === 'end') controller.close()
        else if (after === 'break') controller.error(new TypeError('terminated'))
        else await new Promise(() => {})
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

/** What comes of following a script, and when each request was sent. */
async function followed(steps: Step[], options: SubscribeOptions = {}) {
  const { fetch, sent } = scriptedFetch(...steps)
  const times: number[] = []
  const timed: typeof fetch = (...request) => {
    times.push(Date.now() - START)
    return fetch(...request)
  }
  let token = 0
  const roster = new Roster({ accessToken: () => `token-${++token}`, fetch: timed, logLevel: 'off' })
  const cursors: string[] = []
  const loop = async () => {
    for await (const event of subscribe(roster, options)) cursors.push(event.cursor)
  }
  let duration: number | undefined
  const outcome = loop()
    .catch((error: unknown) => error)
    .finally(() => (duration = Date.now() - START))
  await vi.advanceTimersByTimeAsync(600_000)
  return { cursors, sent, times, outcome, duration }
}

const end: Step = () => problem(403, 'insufficient-scope')

describe('a connection that is lost is opened again', () => {
  test('after the last event, with a fresh credential, and each event comes once', async () => {
    const { cursors, sent } = await followed(
      [stream([frame(1), frame(2)]), stream([frame(3)], 'break'), stream([frame(4), frame(5).slice(0, 20)]), end],
      { after: '1:0', types: ['user.deleted', 'user.created'] },
    )
    expect(cursors).toEqual(['1:1', '1:2', '1:3', '1:4'])
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '1:2', '1:3', '1:4'])
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(
      [1, 2, 3, 4].map((count) => `Bearer token-${count}`),
    )
    const url = 'http://localhost:3000/events?types=user.deleted%2Cuser.created&after=1%3A0'
    expect(new Set(sent.map((request) => request.url))).toEqual(new Set([url]))
  })

  test('from where it began, if there was no event', async () => {
    const { sent } = await followed([stream(['retry: 10\nid: 1:7\n\n']), end])
    expect(sent[1]!.headers.get('last-event-id')).toBe('1:7')
  })

  test('after what the service hints and a random time', async () => {
    const { times } = await followed([stream(['retry: 2000\n\n', frame(1)]), end])
    expect(times).toEqual([0, 3_000])
  })

  test('after what the service hinted once, over later connections too', async () => {
    const { times } = await followed([stream(['retry: 2000\n\n', frame(1)]), stream([frame(2)]), end])
    expect(times).toEqual([0, 3_000, 6_000])
  })

  test('after waits that grow, until there is an event again', async () => {
    const lost = stream([':\n\n'])
    const { times } = await followed([lost, lost, lost, stream([frame(1)]), lost, end])
    const waits = times.slice(1).map((time, index) => time - times[index]!)
    expect(waits).toEqual([250, 500, 1_000, 250, 500])
  })

  test('after the time that a busy service asks for', async () => {
    const busy = () => problem(429, 'rate-limited', { 'retry-after': '5' })
    const { times } = await followed([busy, problem(503, 'unavailable', { 'retry-after': '60' }), busy, end])
    expect(times).toEqual([0, 5_000, 65_000, 70_000])
  })

  test('when nothing comes over it for three heartbeats', async () => {
    const { times, cursors } = await followed([stream([frame(1), ':\n\n'], 'stay'), stream([frame(2)], 'stay')])
    expect(times.slice(0, 2)).toEqual([0, 45_250])
    expect(cursors).toEqual(['1:1', '1:2'])
  })

  test('and heartbeats keep it open', async () => {
    const beats = new ReadableStream<Uint8Array>({
      start: (controller) => void setInterval(() => controller.enqueue(new TextEncoder().encode(':\n\n')), 15_000),
    })
    const { sent } = await followed([new Response(beats, { headers: { 'content-type': 'text/event-stream' } })])
    expect(sent).toHaveLength(1)
  })
})

describe('what another connection would not change is thrown', () => {
  test.each([
    [400, 'invalid-parameters', 'BadRequestError'],
    [403, 'insufficient-scope', 'PermissionDeniedError'],
  ])('%i', async (status, code, name) => {
    const { outcome, sent } = await followed([problem(status, code)])
    expect(await outcome).toMatchObject({ name, code })
    expect(sent).toHaveLength(1)
  })

  test('401, after a fresh credential was refused too', async () => {
    const refused = () => problem(401, 'unauthenticated')
    const { outcome, sent } = await followed([refused, refused])
    expect(await outcome).toMatchObject({ name: 'AuthenticationError' })
    expect(sent).toHaveLength(2)
  })

  test('an answer that is no event stream, and data that is no JSON', async () => {
    const page = await followed([new Response('<html>', { headers: { 'content-type': 'text/html' } })])
    expect(await page.outcome).toMatchObject({ name: 'RosterError', message: expect.stringContaining('text/html') })
    const broken = await followed([stream(['data: {\n\n'])])
    expect(await broken.outcome).toMatchObject({ name: 'RosterError', message: expect.stringContaining('no JSON') })
  })

  test.each([[['user.updatd']], [[]], ['user.updated'], [[undefined]]])(
    'types that there are not, before anything is sent: %j',
    (types) => {
      const { fetch, sent } = scriptedFetch()
      const roster = new Roster({ apiKey: 'key', fetch })
      expect(() => subscribe(roster, { types: types as never })).toThrow(/user\.updated.*leave it out/)
      expect(sent).toEqual([])
    },
  )
})

test.each([undefined, null, 'rk_secret', {}, { types: ['user.created'] }])(
  'nothing is followed without a client: %j',
  (client) => {
    expect(() => subscribe(client as never)).toThrow(
      expect.objectContaining({
        name: 'RosterError',
        message: 'Pass a client: subscribe(roster).',
      }),
    )
  },
)

describe('events that were missed', () => {
  const reset = notice({ notification: 'reset', cursor: '2:9' })

  test('end the loop with an error that says where to go on', async () => {
    const { outcome, cursors } = await followed([stream([reset, frame(10)])], { after: '1:1' })
    expect(await outcome).toMatchObject({
      name: 'ResetError',
      cursor: '2:9',
      message: expect.stringContaining('onReset'),
    })
    expect(cursors).toEqual([])
  })

  test('are told to `onReset` before what follows, and it goes on from there', async () => {
    const seen: unknown[] = []
    const { cursors, sent } = await followed([stream([reset]), stream([frame(10)]), end], {
      after: '1:1',
      async onReset(told) {
        await Promise.resolve()
        seen.push(told)
      },
    })
    expect(seen).toEqual([{ cursor: '2:9' }])
    expect(cursors).toEqual(['1:10'])
    expect(sent[1]!.headers.get('last-event-id')).toBe('2:9')
  })

  test('and other notices are told to `onNotice`, which is awaited', async () => {
    const seen: unknown[] = []
    const disabled = { notification: 'webhook.disabled', cursor: '1:5', endpoint_id: 'whe_1' }
    const gone = { ...disabled, endpoint_id: 'whe_2' }
    await followed([stream([notice(disabled), notice(gone)]), end], {
      async onNotice(told) {
        seen.push(told)
        await new Promise((resolve) => setTimeout(resolve, 10))
        seen.push('done')
      },
    })
    expect(seen).toEqual([disabled, 'done', gone, 'done'])
  })

  test('what `onReset` throws is thrown, and not taken for a lost connection', async () => {
    const { ConnectionError } = await import('../core/errors.ts')
    const failure = new ConnectionError('mine')
    const onReset = () => Promise.reject(failure)
    const { outcome, sent } = await followed([stream([reset])], { onReset })
    expect(await outcome).toBe(failure)
    expect(sent).toHaveLength(1)
  })
})

describe('an end by the caller', () => {
  test.each<[when: string, steps: Step[]]>([
    ['before the answer', [silence]],
    ['while nothing comes', [stream([], 'stay')]],
    ['while it waits for another attempt', [problem(503, 'unavailable', { 'retry-after': '60' })]],
  ])('%s is at once, and leaves no listener', async (_when, steps) => {
    const { signal, abort } = controlled()
    setTimeout(abort, 10_000)
    const { outcome, duration } = await followed(steps, { signal })
    expect([await outcome, duration]).toEqual([undefined, 10_000])
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('before the beginning sends nothing', async () => {
    const { sent, outcome } = await followed([], { signal: AbortSignal.abort() })
    expect([await outcome, sent]).toEqual([undefined, []])
  })

  test('by leaving the loop, or by `return` while it waits, closes the connection', async () => {
    const cancelled = vi.fn<() => void>()
    const body = () =>
      new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode(frame(1))), cancel: cancelled })
    const answer = () => new Response(body(), { headers: { 'content-type': 'text/event-stream' } })
    const { fetch } = scriptedFetch(answer, answer)
    const roster = new Roster({ apiKey: 'key', fetch, logLevel: 'off' })
    for await (const event of subscribe(roster)) if (event.cursor === '1:1') break
    expect(cancelled).toHaveBeenCalledTimes(1)

    const events = subscribe(roster)
    await events.next()
    const waiting = events.next()
    await events.return()
    expect(await waiting).toEqual({ value: undefined, done: true })
    expect(cancelled).toHaveBeenCalledTimes(2)
  })

  test('stops what has come and was not taken', async () => {
    const { signal, abort } = controlled()
    const { fetch } = scriptedFetch(stream([frame(1) + frame(2)], 'stay'))
    const seen: string[] = []
    for await (const { cursor } of subscribe(new Roster({ apiKey: 'key', fetch }), { signal })) {
      seen.push(cursor)
      abort()
    }
    expect(seen).toEqual(['1:1'])
  })
})

function controlled() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

test('a signal ends the connection of a subscription that nobody reads at the time', async () => {
  const cancelled = vi.fn<() => void>()
  const controller = new AbortController()
  const start = (pieces: ReadableStreamDefaultController) => pieces.enqueue(new TextEncoder().encode(frame(1)))
  const body = new ReadableStream({ start, cancel: cancelled })
  const { fetch } = scriptedFetch(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  const roster = new Roster({ apiKey: 'key', fetch, logLevel: 'off' })
  const events = subscribe(roster, { signal: controller.signal })
  expect(await events.next()).toMatchObject({ value: { cursor: '1:1' } })
  expect(cancelled).not.toHaveBeenCalled()
  controller.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(cancelled).toHaveBeenCalledOnce()
  expect(await events.next()).toEqual({ done: true, value: undefined })
})
