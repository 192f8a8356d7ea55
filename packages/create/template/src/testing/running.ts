import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, startService } from '@roster/gateway'
import { createMockOf, type MockOf } from '@roster/sdk/testing'
import { StarterApi } from '../../client/src/index.ts'
import { APPLICATION } from '../../client/src/testing/tables.ts'
import { application } from '../application.ts'

/** The running application, or its mock, with a client for tests. */
export interface Running {
  /** A client with every scope. */
  client: StarterApi
  /** Returns a client with another API key. */
  as(apiKey: string): StarterApi
  stop(): Promise<void>
}

/** Starts the service on a new embedded database. */
export async function onService(): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), 'starter-api-'))
  const environment = { PORT: '0', LOG_LEVEL: 'silent', STARTERAPI_DATA_DIR: join(directory, 'data') }
  const service = await startService(application, readSettings(application.naming, environment))
  const as = (apiKey: string) => new StarterApi({ baseUrl: service.url, apiKey })
  return {
    client: as(service.firstKey!),
    as,
    async stop() {
      await service.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Creates the mock from the contract, with the rules that are not in the contract. */
export async function onMock(rules: NonNullable<MockOf['rules']>): Promise<Running> {
  const { baseUrl, fetch } = createMockOf({ ...APPLICATION, rules })
  const as = (apiKey: string) => new StarterApi({ baseUrl, apiKey, fetch })
  return { client: as('test'), as, stop: async () => {} }
}
