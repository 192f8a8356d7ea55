import { json } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../realtime/connect.ts'
import { subscribe } from '../realtime/subscribe.ts'
import { Roster } from '../roster.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** An answer whose body has begun, and does not end. */
const open = (init: ResponseInit) =>
  new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('a')) }), init)

/** A client whose hook keeps a copy of every answer. */
function copying(fetch: (url: string) => Response): Roster {
  const onResponse = ({ response }: { response: Response }) => void response.clone()
  return new Roster({ apiKey: 'key', fetch: async (url) => fetch(url), logLevel: 'off', onResponse })
}

/** How a promise fails, without any limit of time that would end it. */
async function failureOf(pending: Promise<unknown>): Promise<unknown> {
  let failure: unknown
  pending.catch((error: unknown) => (failure = error))
  await vi.advanceTimersByTimeAsync(100)
  return failure
}

describe('a body that a hook has cloned is not waited for', () => {
  test('when an answer is of no use', async () => {
    const redirect = copying(() => open({ status: 302, headers: { location: 'https://elsewhere.example.com' } }))
    expect(await failureOf(redirect.users.get('usr_1'))).toMatchObject({ name: 'RosterError' })
    const page = copying(() => open({ headers: { 'content-type': 'text/html' } }))
    expect(await failureOf(subscribe(page).next())).toMatchObject({ name: 'RosterError' })
  })

  test('when a download has another file by now', async () => {
    const download = copying(() => open({})).exports.download('exp_1', { resumeFrom: 3 })
    expect(await failureOf(download)).toMatchObject({ name: 'RosterError' })
  })

  test('when the reader of a download ends it', async () => {
    const bytes = await copying(() => open({})).exports.download('exp_1')
    const ended = vi.fn<() => void>()
    void bytes.cancel().then(ended)
    await vi.advanceTimersByTimeAsync(100)
    expect(ended).toHaveBeenCalled()
  })

  test('when a socket asks why it was refused, and tries again', async () => {
    class RefusedSocket extends EventTarget {
      constructor() {
        super()
        queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' })))
      }
      send(): void {}
      close(): void {}
    }
    const ticket = () => json(201, { ticket: 'wst_1', expires_at: '' })
    const roster = copying((url) => (url.includes('/tickets') ? ticket() : open({})))
    const socket = connect(roster, { WebSocket: RefusedSocket })
    const onLoss = vi.fn<() => void>()
    socket.on('reconnecting', onLoss)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onLoss.mock.calls.length).toBeGreaterThan(1)
    void socket.close()
  })
})
