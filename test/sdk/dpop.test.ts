import { type ClientOptions, Roster } from '@roster/sdk'
import * as jose from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchWithin } from '../support/client.ts'
import { addClient } from '../support/oauth.ts'
import { blocksOf } from '../support/pages.ts'
import { BASE_URL, Clock, type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  // Proofs are made by the time of this machine.
  service = await startService({ clock: Clock.atPresent() })
})
afterAll(() => service.stop())

/** What the example of the README gives to its client. */
async function exampleOptions(): Promise<ClientOptions> {
  const { text } = blocksOf('packages/sdk/README.md').find((block) => block.text.includes('dpop+jwt'))!
  const body = text.replaceAll(/^import .*$/gm, '').replace('new Roster(', 'return (')
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<any>
  return new AsyncFunction('jose', 'process', `const { ${Object.keys(jose).join(', ')} } = jose\n${body}`)(
    jose,
    process,
  )
}

test('a client whose hook makes proofs, as its README shows, has tokens that are bound to its key', async () => {
  const { client_id, client_secret } = await addClient(service)
  const sent: (string | null)[] = []
  const { onRequest } = await exampleOptions()
  const roster = new Roster({
    baseUrl: BASE_URL,
    fetch: fetchWithin(service.app, {}),
    clientCredentials: { clientId: client_id, clientSecret: client_secret, scope: 'read:users' },
    maxRetries: 0,
    logLevel: 'off',
    async onRequest(request) {
      await onRequest!(request)
      sent.push(request.headers.get('authorization'))
    },
  })
  expect(await roster.me.get()).toMatchObject({ principal: { type: 'access_token' } })
  await roster.users.list({ limit: 1 })
  expect(sent).toEqual([/^Basic /, /^DPoP /, /^DPoP /].map((scheme) => expect.stringMatching(scheme)))
})
