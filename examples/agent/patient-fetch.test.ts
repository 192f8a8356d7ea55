import { afterEach, expect, test, vi } from 'vitest'
import { patientFetch } from './patient-fetch.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const busy = (after: string) => new Response(null, { status: 503, headers: { 'retry-after': after } })

test.each([
  ['seconds', '0'],
  ['a date', 'Sat, 21 Nov 2020 09:30:00 GMT'],
])('what the service has no time for is tried again after %s', async (_what, after) => {
  const warned = vi.spyOn(process, 'emitWarning')
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValueOnce(busy(after)).mockResolvedValue(new Response()))
  expect((await patientFetch('http://localhost')).status).toBe(200)
  expect(warned).not.toHaveBeenCalled()
})

test.each(['', 'soon', '-5', '1.5', '61', '99999999999'])(
  'and not where it does not say when, or says more than a minute: %j',
  async (after) => {
    const fetch = vi.fn<typeof globalThis.fetch>().mockResolvedValueOnce(busy(after)).mockResolvedValue(new Response())
    vi.stubGlobal('fetch', fetch)
    expect((await patientFetch('http://localhost')).status).toBe(503)
  },
)

test('and not more than twice', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>().mockImplementation(async () => busy('0'))
  vi.stubGlobal('fetch', fetch)
  expect((await patientFetch('http://localhost')).status).toBe(503)
  expect(fetch).toHaveBeenCalledTimes(3)
})

test('and not once the caller has given up', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>().mockImplementation(async () => busy('60'))
  vi.stubGlobal('fetch', fetch)
  await expect(patientFetch('http://localhost', { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect(fetch).toHaveBeenCalledTimes(1)
})
