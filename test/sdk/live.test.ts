import { createHash } from 'node:crypto'
import { application } from '@roster/api'
import { startExportWorker } from '@roster/core/server'
import {
  ConflictError,
  GoneError,
  NotFoundError,
  PreconditionFailedError,
  type Roster,
  type User,
  ValidationError,
} from '@roster/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { clientAt } from '../support/client.ts'
import { fillWithExamples } from '../support/examples.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let roster: Roster
beforeAll(async () => {
  service = await startService()
  roster = clientAt(await service.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(() => service.stop())
beforeEach(() => fillWithExamples(service.database, service.clock.now()))

const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com`, role: 'viewer' }) as const
const people = (count: number) => Array.from({ length: count }, (_, index) => person(`Person${index}`))
const collected = async (bytes: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(bytes as never).arrayBuffer())

describe('lists', () => {
  test('iterating gives every record once, page by page', async () => {
    const { data: created } = await roster.users.createMany({ users: people(25) })
    const ids: string[] = []
    for await (const user of roster.users.list({ role: 'viewer', order: 'asc', limit: 10 })) ids.push(user.id)
    expect(ids).toEqual(created.map(({ id }) => id))
  })

  test('awaiting gives a page, which leads to the next', async () => {
    await roster.users.createMany({ users: people(3) })
    const first = await roster.users.list({ role: 'viewer', limit: 2 })
    expect(first).toMatchObject({ has_more: true, next_cursor: expect.any(String) })
    const last = await first.nextPage()
    expect(last).toMatchObject({ has_more: false, next_cursor: null })
    expect([first.data.length, last!.data.length, await last!.nextPage()]).toEqual([2, 1, null])
  })

  test('a walk can begin at a cursor', async () => {
    await roster.users.createMany({ users: people(3) })
    const query = { role: 'viewer', limit: 1, fields: 'name', order: 'asc', sort: 'name' } as const
    const { next_cursor } = await roster.users.list(query)
    const names: unknown[] = []
    for await (const user of roster.users.list({ ...query, cursor: next_cursor! })) names.push(user.name)
    expect(names).toEqual(['Person1', 'Person2'])
  })
})

describe('changes', () => {
  let user: User
  beforeEach(async () => {
    user = await roster.users.create(person('Grace'))
  })

  test('`ifNoneMatch` gives null until the record is another', async () => {
    const { response } = await roster.users.get(user.id).withResponse()
    const ifNoneMatch = response.headers.get('etag')!
    expect(await roster.users.get(user.id, { ifNoneMatch })).toBeNull()
    const changed = await roster.users.update(user.id, { name: 'Grace Hopper' })
    expect(await roster.users.get(user.id, { ifNoneMatch })).toEqual(changed)
  })

  test('`ifMatch` refuses a change that is based on an older record', async () => {
    const { response } = await roster.users.get(user.id).withResponse()
    const ifMatch = response.headers.get('etag')!
    await roster.users.update(user.id, { name: 'Grace Hopper' }, { ifMatch })
    const late = roster.users.replace(user.id, person('Grace'), { ifMatch })
    await expect(late).rejects.toBeInstanceOf(PreconditionFailedError)
  })

  test('a request whose answer was lost has one effect, and gets its answer', async () => {
    let lost = 0
    const fetch: typeof globalThis.fetch = async (...request) => {
      const response = await globalThis.fetch(...request)
      if (lost++ === 0) throw new TypeError('fetch failed')
      return response
    }
    const { data, response } = await clientAt(roster.baseUrl, { fetch }).users.create(person('Ada')).withResponse()
    expect(response.headers.get('idempotent-replayed')).toBe('true')
    expect(await roster.users.get(data.id)).toEqual(data)
  })
})

describe('errors', () => {
  const failure = (pending: Promise<unknown>) =>
    pending.then(
      () => undefined,
      (error: unknown) => error,
    )

  test('each status has its class, and each error all that the problem tells', async () => {
    const user = await roster.users.create(person('Ada'))
    expect(await failure(roster.users.create(person('Ada')))).toBeInstanceOf(ConflictError)
    expect(await failure(roster.users.get('usr_nobody'))).toBeInstanceOf(NotFoundError)
    await roster.users.delete(user.id)
    expect(await failure(roster.users.get(user.id))).toBeInstanceOf(GoneError)
    const error = await failure(roster.users.create({ ...person('Ada'), name: '', email: 'ada' }))
    expect(error).toBeInstanceOf(ValidationError)
    expect(error).toMatchObject({
      name: 'ValidationError',
      status: 422,
      code: 'validation-failed',
      type: 'http://roster.test/errors/validation-failed',
      title: 'Validation failed',
      requestId: expect.toBeId('req'),
      errors: [
        { field: 'name', pointer: '/name' },
        { field: 'email', pointer: '/email' },
      ],
    })
  })

  test('identifiers that could be read as a path are encoded', async () => {
    for (const id of ['a/b', '../users', '?x', '%2e%2e', '#'])
      expect(await failure(roster.users.get(id))).toMatchObject({ status: 404, code: 'not-found' })
  })
})

describe('exports', () => {
  beforeEach(async () => {
    const worker = startExportWorker({
      exported: application.exported,
      database: service.database,
      now: service.clock.now,
      baseUrl: 'http://roster.test',
      report: (error) => {
        throw error
      },
    })
    onTestFinished(() => worker.stop())
    await roster.users.createMany({ users: people(1_000) })
  })

  test('`createAndWait` tells of the progress, and `download` gives the bytes that were promised', async () => {
    const seen: string[] = []
    const made = await roster.exports.createAndWait(
      { format: 'csv' },
      { onProgress: ({ status }) => seen.push(status) },
    )
    expect(made).toMatchObject({ status: 'succeeded', progress: { done: 1_001, total: 1_001 } })
    expect([seen.at(0), seen.at(-1)]).toEqual(['pending', 'succeeded'])

    const progress: unknown[] = []
    const bytes = await collected(await roster.exports.download(made.id, { onProgress: (at) => progress.push(at) }))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.file!.sha256)
    expect(progress.at(-1)).toEqual({ received: made.file!.size, total: made.file!.size })

    const rest = await collected(
      await roster.exports.download(made.id, { resumeFrom: 1_000, ifRange: `"${made.file!.sha256}"` }),
    )
    expect(rest).toEqual(bytes.subarray(1_000))
    expect(await collected(await roster.exports.download(made.id, { resumeFrom: made.file!.size }))).toEqual(
      Buffer.alloc(0),
    )
    const other = roster.exports.download(made.id, { resumeFrom: 1_000, ifRange: '"another"' })
    await expect(other).rejects.toThrow('another file')
  })

  test('a download survives connections that drop', async () => {
    const { id, file } = await roster.exports.createAndWait({ format: 'ndjson' })
    const ranges: (string | null)[] = []
    const fetch = async (url: string, init: RequestInit) => {
      ranges.push(new Headers(init.headers).get('range'))
      const response = await globalThis.fetch(url, init)
      return new Response(breakingAfter(50_000, response.body!), response)
    }
    const bytes = await collected(await clientAt(roster.baseUrl, { fetch }).exports.download(id))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file!.sha256)
    expect(ranges.length).toBeGreaterThan(2)
    expect(ranges.slice(0, 2)).toEqual([null, expect.stringMatching(/^bytes=\d+-$/)])
  })
})

/** A stream that fails once it has given this many bytes or more. */
function breakingAfter(limit: number, stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let given = 0
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (given > limit) return controller.error(new TypeError('terminated'))
    given += chunk.byteLength
    controller.enqueue(chunk)
  }
  return stream.pipeThrough(new TransformStream({ transform }))
}
