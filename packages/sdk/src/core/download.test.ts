import { getEventListeners } from 'node:events'
import { problem, scriptedFetch, type Step } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'
import type { DownloadOptions } from './download.ts'

const SIZE = 9
const TAG = '"file"'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What comes over a connection: pieces of the file, then its end, a fault or nothing more. */
type End = 'end' | 'fault' | 'silence'

function stream(text: string, end: End): ReadableStream<Uint8Array> {
  const pieces = Array.from(text.matchAll(/.{1,3}/g), ([piece]) => new TextEncoder().encode(piece))
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift()
      if (piece) controller.enqueue(piece)
      else if (end === 'end') controller.close()
      else if (end === 'fault') controller.error(new TypeError('terminated'))
      else await new Promise(() => {})
    },
  })
}

/** The file from its beginning. */
const whole = (text: string, end: End, etag = TAG) =>
  new Response(stream(text, end), { headers: { etag, 'content-length': String(SIZE) } })

/** The file from a position on. */
const rest = (from: number, text: string, end: End, more = {}) =>
  new Response(stream(text, end), {
    status: 206,
    headers: { etag: TAG, 'content-range': `bytes ${from}-${SIZE - 1}/${SIZE}`, ...more },
  })

function download(steps: Step[], options: DownloadOptions = {}) {
  const { fetch, sent } = scriptedFetch(...steps)
  const roster = new Roster({ apiKey: 'key', fetch, logLevel: 'off' })
  const pending = roster.exports.download('exp_1', options)
  const ranges = () => sent.map(({ headers }) => [headers.get('range'), headers.get('if-range')])
  return { pending, ranges, sent }
}

/** The text of a download, or how it failed, while the clock runs as far as it takes. */
async function textOf(pending: Promise<ReadableStream<Uint8Array<ArrayBuffer>>>): Promise<unknown> {
  const text = pending.then((bytes) => new Response(bytes).text()).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return text
}

const START = [null, null]

describe('a connection that drops', () => {
  test.each<[string, End]>([
    ['with a fault', 'fault'],
    ['as if it were the end', 'end'],
    ['without a word', 'silence'],
  ])('%s is resumed after the last byte, with the tag of the file', async (_how, end) => {
    const { pending, ranges } = download([whole('abcdef', end), rest(6, 'ghi', 'end')])
    expect(await textOf(pending)).toBe('abcdefghi')
    expect(ranges()).toEqual([START, ['bytes=6-', TAG]])
  })

  test('may do so any number of times, as long as bytes come in between', async () => {
    const steps = [
      whole('abc', 'fault'),
      rest(3, 'd', 'fault'),
      rest(4, 'e', 'fault'),
      rest(5, 'f', 'fault'),
      rest(6, 'ghi', 'end'),
    ]
    expect(await textOf(download(steps).pending)).toBe('abcdefghi')
  })

  test('without a byte in between is given up after `maxRetries`', async () => {
    const steps = [whole('abc', 'fault'), rest(3, '', 'fault'), rest(3, '', 'fault'), rest(3, 'defghi', 'end')]
    const { pending, ranges } = download(steps, { maxRetries: 2 })
    expect(await textOf(pending)).toMatchObject({ name: 'ConnectionError' })
    expect(ranges()).toHaveLength(3)
  })

  test('is resumed after waits that grow, until bytes come again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const start = Date.now()
    const times: number[] = []
    const timed = (step: Response) => () => {
      times.push(Date.now() - start)
      return step
    }
    const steps = [whole('abc', 'fault'), rest(3, '', 'fault'), rest(3, 'def', 'fault'), rest(6, 'ghi', 'end')]
    expect(await textOf(download(steps.map(timed)).pending)).toBe('abcdefghi')
    expect(times).toEqual([0, 250, 750, 1_000])
  })

  test('without a word is over after the timeout of the caller', async () => {
    const options = { timeout: 1_000, maxRetries: 0 }
    expect(await textOf(download([whole('abc', 'silence')], options).pending)).toMatchObject({
      name: 'TimeoutError',
      message: 'No piece of the file came within the timeout of 1000 ms.',
    })
  })

  test('and then brings empty pieces is given up as well', async () => {
    const empty = () => {
      const { headers, status } = rest(3, '', 'end')
      const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array())
      const pull = (controller: ReadableStreamDefaultController) => controller.error(new TypeError('terminated'))
      return new Response(new ReadableStream({ start, pull }, { highWaterMark: 1 }), { headers, status })
    }
    const steps = [whole('abc', 'fault'), empty(), empty(), rest(3, 'defghi', 'end')]
    expect(await textOf(download(steps, { maxRetries: 2 }).pending)).toMatchObject({ name: 'ConnectionError' })
  })

  test('and then goes on from elsewhere ends with an error', async () => {
    const { pending } = download([whole('abcd', 'fault'), rest(3, 'defghi', 'end')])
    expect(await textOf(pending)).toMatchObject({
      name: 'RosterError',
      message: expect.stringContaining('answered other bytes'),
    })
  })

  test('is not resumed when the file has no strong tag', async () => {
    const { pending, ranges } = download([whole('abc', 'fault', 'W/"file"')])
    expect(await textOf(pending)).toMatchObject({ name: 'ConnectionError' })
    expect(ranges()).toEqual([START])
  })

  test('is not resumed when the file is coded, whose bytes are others than those of its length', async () => {
    const coded = (end: End) => {
      const headers = { etag: TAG, 'content-length': '20', 'content-encoding': 'gzip' }
      return new Response(stream('abcdefghi', end), { headers })
    }
    expect(await textOf(download([coded('end')]).pending)).toBe('abcdefghi')
    const { pending, ranges } = download([coded('fault'), rest(9, '', 'end')])
    expect(await textOf(pending)).toMatchObject({ name: 'ConnectionError' })
    expect(ranges()).toEqual([START])
  })

  test('and then has another file ends with an error', async () => {
    const { pending } = download([whole('abc', 'fault'), whole('ABCDEFGHI', 'end', '"other"')])
    expect(await textOf(pending)).toMatchObject({
      name: 'RosterError',
      message: expect.stringContaining('another file'),
    })
  })

  test('and then is refused ends with what the service says', async () => {
    const { pending } = download([whole('abc', 'fault'), problem(410, 'gone')])
    expect(await textOf(pending)).toMatchObject({ name: 'GoneError' })
  })
})

test('a download can begin after bytes that are at hand, which count as received', async () => {
  const progress: unknown[] = []
  const options = { resumeFrom: 3, ifRange: TAG, onProgress: (at: unknown) => progress.push(at) }
  const { pending, ranges } = download([rest(3, 'defghi', 'end')], options)
  expect(await textOf(pending)).toBe('defghi')
  expect(ranges()).toEqual([['bytes=3-', TAG]])
  expect(progress).toEqual([
    { received: 6, total: 9 },
    { received: 9, total: 9 },
  ])
})

test('the size of the file is known by what is at hand and what comes, where the service does not say it', async () => {
  const progress: unknown[] = []
  const options = { resumeFrom: 3, ifRange: TAG, onProgress: (at: unknown) => progress.push(at) }
  const unsized = { 'content-range': `bytes 3-8/*`, 'content-length': '6' }
  const { pending, ranges } = download([rest(3, 'def', 'end', unsized), rest(6, 'ghi', 'end')], options)
  expect(await textOf(pending)).toBe('defghi')
  expect(ranges()).toEqual([
    ['bytes=3-', TAG],
    ['bytes=6-', TAG],
  ])
  expect(progress).toEqual([
    { received: 6, total: 9 },
    { received: 9, total: 9 },
  ])
})

test('a file is asked for as its bytes are, with the headers of the caller', async () => {
  const { pending, sent } = download([whole('abcdefghi', 'end')], { headers: { 'x-trace': '1' } })
  await textOf(pending)
  const headers = Object.fromEntries(sent[0]!.headers)
  expect(headers).toMatchObject({ accept: '*/*', 'accept-encoding': 'identity', 'x-trace': '1' })
})

test('all bytes at hand are an empty rest', async () => {
  const all = problem(416, 'range-not-satisfiable', { 'content-range': `bytes */${SIZE}` })
  expect(await textOf(download([all], { resumeFrom: SIZE }).pending)).toBe('')
  const beyond = problem(416, 'range-not-satisfiable', { 'content-range': `bytes */${SIZE - 1}` })
  expect(await textOf(download([beyond], { resumeFrom: SIZE }).pending)).toMatchObject({ status: 416 })
})

test('nothing is read before its reader asks, and a cancelled download ends its connection', async () => {
  const cancelled = vi.fn<(reason: unknown) => void>()
  const pulled = vi.fn<(controller: ReadableStreamDefaultController) => void>((controller) =>
    controller.enqueue(new Uint8Array(1)),
  )
  const source = new ReadableStream({ pull: pulled, cancel: cancelled }, { highWaterMark: 0 })
  const bytes = await download([new Response(source, { headers: { etag: TAG } })]).pending
  expect(pulled).not.toHaveBeenCalled()
  const reader = bytes.getReader()
  await reader.read()
  await reader.cancel('enough')
  expect([pulled.mock.calls.length, cancelled.mock.calls]).toEqual([1, [['enough']]])
})

test('a signal ends a download in the middle, and the connection with it', async () => {
  const cancelled = vi.fn<() => void>()
  const controller = new AbortController()
  const source = new ReadableStream({ cancel: cancelled })
  const bytes = await download([new Response(source, { headers: { etag: TAG } })], { signal: controller.signal })
    .pending
  const read = bytes
    .getReader()
    .read()
    .catch((error: unknown) => error)
  controller.abort('enough')
  expect(await read).toMatchObject({ name: 'AbortError', cause: 'enough' })
  expect(cancelled).toHaveBeenCalledOnce()
})

test('a download that is cancelled while a piece is awaited asks for nothing more, and ends its connection', async () => {
  const cancelled = vi.fn<(reason: unknown) => void>()
  const source = new ReadableStream({ cancel: cancelled })
  const headers = { etag: TAG, 'content-length': String(SIZE) }
  const { pending, ranges } = download([new Response(source, { headers }), rest(0, 'abcdefghi', 'end')])
  const reader = (await pending).getReader()
  const read = reader.read()
  await reader.cancel('enough')
  expect(await read).toEqual({ done: true, value: undefined })
  await vi.runAllTimersAsync()
  expect(cancelled.mock.calls).toEqual([['enough']])
  expect(ranges()).toEqual([START])
})

test('a download that is cancelled while it is resumed ends that request too', async () => {
  const silence = new Promise<Response>(() => {})
  const answers = [Promise.resolve(whole('abc', 'fault')), silence]
  const fetch = vi.fn<(url: unknown, init?: RequestInit) => Promise<Response>>(() => answers.shift()!)
  const bytes = await new Roster({ apiKey: 'key', fetch, logLevel: 'off' }).exports.download('exp_1')
  const reader = bytes.getReader()
  await reader.read()
  const read = reader.read()
  await vi.advanceTimersByTimeAsync(1_000)
  const { signal } = fetch.mock.calls[1]![1]!
  expect(signal!.aborted).toBe(false)
  await reader.cancel()
  expect(await read).toEqual({ done: true, value: undefined })
  await vi.runAllTimersAsync()
  expect([signal!.aborted, fetch.mock.calls.length]).toEqual([true, 2])
})

test('a signal ends the connection of a download that nobody reads at the time', async () => {
  const cancelled = vi.fn<(reason: unknown) => void>()
  const controller = new AbortController()
  const source = new ReadableStream({ cancel: cancelled })
  const { pending } = download([new Response(source, { headers: { etag: TAG } })], { signal: controller.signal })
  const bytes = await pending
  controller.abort('enough')
  expect(cancelled.mock.calls).toEqual([['enough']])
  await expect(bytes.getReader().read()).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' })
})

test('a signal that is aborted as soon as an answer has come ends its connection', async () => {
  const cancelled = vi.fn<(reason: unknown) => void>()
  const controller = new AbortController()
  const response = new Response(new ReadableStream({ cancel: cancelled }), { headers: { etag: TAG } })
  // The last that is read of an answer before its stream.
  const { headers } = response
  const get = headers.get.bind(headers)
  vi.spyOn(headers, 'get').mockImplementation((name: string) => {
    if (name === 'etag') controller.abort('enough')
    return get(name)
  })
  const bytes = await download([response], { signal: controller.signal }).pending
  expect(cancelled.mock.calls).toEqual([['enough']])
  await expect(bytes.getReader().read()).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' })
})

test('what its reader ends leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  await textOf(download([whole('abcdefghi', 'end')], { signal }).pending)
  await textOf(download([problem(404, 'not-found')], { signal }).pending)
  await (await download([whole('abcdefghi', 'end')], { signal }).pending).cancel()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
