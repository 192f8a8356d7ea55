import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataDirectory, killAll, launch } from '../support/process.ts'

/** How long a stop may take, in milliseconds: the twelve seconds after which nothing is waited for, and what a busy machine takes. */
const LONGEST_STOP = 16_000

describe.skipIf(!hasOpenssl)('over TLS', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'roster-tls-stops-'))
  })
  afterAll(async () => {
    await killAll()
    await rm(directory, { recursive: true, force: true })
  })

  test('a request that does not end is broken off after ten seconds, and everything is closed in order', async () => {
    const { cert, files } = certificateFor('localhost', directory)
    const service = launch({
      ROSTER_DATA_DIR: await dataDirectory(join(directory, 'data')),
      ROSTER_TLS_CERT: files.cert,
      ROSTER_TLS_KEY: files.key,
    })
    const { url, key } = await service.ready()
    const session = connect(url, { ca: cert })
    session.on('error', () => {})
    const type = { 'content-type': 'application/json', 'x-api-key': key }
    const upload = session.request({ ':method': 'POST', ':path': '/v1/users', ...type })
    upload.on('error', () => {}).write('{"name":')
    // The head of an earlier request has arrived once a later one is answered.
    await once(session.request({ ':path': '/livez' }), 'response')

    const begin = performance.now()
    service.signal('SIGTERM')
    expect(await service.exited()).toBe(0)
    expect(performance.now() - begin).toBeLessThan(LONGEST_STOP)
    expect(service.output()).not.toMatch(/Error|What has not ended/)
  })
})
