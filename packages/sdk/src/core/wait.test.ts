import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('`createAndWait`', () => {
  const record = (status: string, headers = {}) => json(200, { id: 'exp_1', status }, headers)

  test('reads as often as the service asks to, until the status is final', async () => {
    const { fetch, sent } = scriptedFetch(
      record('pending', { 'retry-after': '3' }),
      record('running'),
      record('failed'),
    )
    const seen: unknown[] = []
    const start = Date.now()
    const roster = new Roster({ apiKey: 'key', fetch })
    const pending = roster.exports.createAndWait(
      { format: 'csv' },
      { onProgress: ({ status }) => seen.push([status, Date.now() - start]) },
    )
    await vi.runAllTimersAsync()
    expect(await pending).toEqual({ id: 'exp_1', status: 'failed' })
    expect(seen).toEqual([
      ['pending', 0],
      ['running', 3_000],
      ['failed', 4_000],
    ])
    expect(sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /v1/exports',
      'GET /v1/exports/exp_1',
      'GET /v1/exports/exp_1',
    ])
  })

  test('reads as often as the caller asks to, where the service does not say when', async () => {
    const { fetch } = scriptedFetch(
      record('pending'),
      record('running', { 'retry-after': '0' }),
      record('running'),
      record('succeeded'),
    )
    const times: number[] = []
    const start = Date.now()
    const onProgress = () => void times.push(Date.now() - start)
    const roster = new Roster({ apiKey: 'key', fetch })
    const pending = roster.exports.createAndWait({ format: 'csv' }, { onProgress, pollInterval: 50 })
    await vi.runAllTimersAsync()
    await pending
    expect(times).toEqual([0, 50, 50, 100])
  })

  test('ends with its signal', async () => {
    const { fetch } = scriptedFetch(record('pending', { 'retry-after': '3' }))
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 1_000)
    const roster = new Roster({ apiKey: 'key', fetch })
    const failure = roster.exports
      .createAndWait({ format: 'csv' }, { signal: controller.signal })
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await failure).toMatchObject({ name: 'AbortError' })
  })
})
