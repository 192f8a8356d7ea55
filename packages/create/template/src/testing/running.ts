import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, startService } from '@roster/gateway'
import { createMockOf, type MockOf } from '@roster/sdk/testing'
import { StarterApi } from '../../client/src/index.ts'
import { APPLICATION } from '../../client/src/testing/tables.ts'
import { application } from '../application.ts'

/** The application as tests call it. */
export interface Running {
  /** A client that may do everything. */
  client: StarterApi
  url: string
  stop(): Promise<void>
}

/** The service itself, on an embedded database of its own. */
export async function onService(): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), 'starter-api-'))
  const environment = { PORT: '0', LOG_LEVEL: 'silent', STARTERAPI_DATA_DIR: join(directory, 'data') }
  const service = await startService(application, readSettings(application.naming, environment))
  return {
    client: new StarterApi({ baseUrl: service.url, apiKey: service.firstKey }),
    url: service.url,
    async stop() {
      await service.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The mock, which is derived from the contract, with the rules that the contract does not tell. */
export async function onMock(rules: NonNullable<MockOf['rules']>): Promise<Running> {
  const mock = createMockOf({ ...APPLICATION, rules })
  const { baseUrl: url, fetch } = mock
  return { client: new StarterApi({ baseUrl: url, apiKey: 'test', fetch }), url, stop: async () => {} }
}
