import { type AnyOperation, isScope, isStream, type Resource } from '@roster/core/contract'
import { application } from '@roster/test/application'
import { expect, test } from 'vitest'
import { buildDocument, operationsOf } from './document.ts'

const documentOf = (issuer?: string) =>
  buildDocument({ ...application, baseUrl: 'https://api.example.com', ...(issuer !== undefined && { issuer }) })

test('each operation lists every way to prove who calls, those that ask for scopes with its own', async () => {
  const others = [{ bearer: [] }, { bearer: [], mutualTLS: [] }, { apiKey: [] }, { basic: [] }, { session: [] }]
  const expected = ({ scope }: AnyOperation) => {
    if (scope === 'none') return [{}]
    const needed = isScope(scope) ? [scope] : []
    return [{ oauth2: needed }, { openIdConnect: needed }, ...others]
  }
  const withTicket = (operation: AnyOperation) => [
    ...expected(operation),
    ...(isStream(operation) ? [{ ticket: [] }] : []),
  ]
  const document = await documentOf()
  const documented = new Map(operationsOf(document).map(({ operation }) => [operation.operationId, operation]))
  const operations = application.resources.flatMap(({ operations: own, rest, files }: Resource) =>
    Object.values({ ...own, ...rest, ...files }),
  )
  expect(operations.length).toBeGreaterThan(40)
  for (const operation of operations)
    expect([operation.name, documented.get(operation.name)?.security]).toEqual([operation.name, withTicket(operation)])
  expect(documented.get('events.socket')?.security).toEqual(documented.get('events.subscribe')?.security)
})

test.each([undefined, 'https://id.example.com/'])(
  'every scheme that is required is defined, with the scopes of its flows: %s',
  async (issuer) => {
    const document = await documentOf(issuer)
    const schemes = document.components!.securitySchemes as Record<string, any>
    const required = operationsOf(document).flatMap(({ operation }) =>
      operation.security!.flatMap(Object.entries<string[]>),
    )
    expect(new Set(required.map(([name]) => name))).toEqual(new Set(Object.keys(schemes)))
    const flows = Object.values<any>(schemes['oauth2']?.flows ?? {})
    const unknown = required.filter(
      ([name, needed]) => name === 'oauth2' && !flows.every((flow) => needed.every((scope) => scope in flow.scopes)),
    )
    expect(unknown).toEqual([])
  },
)

test('the endpoints for tokens are those of this service', async () => {
  const { oauth2, openIdConnect, session } = (await documentOf()).components!.securitySchemes as Record<string, any>
  expect(oauth2.flows).toMatchObject({
    authorizationCode: {
      authorizationUrl: 'https://api.example.com/authorize',
      tokenUrl: 'https://api.example.com/oauth/token',
      refreshUrl: 'https://api.example.com/oauth/token',
      scopes: { 'read:users': expect.any(String), openid: expect.any(String) },
    },
    clientCredentials: { tokenUrl: 'https://api.example.com/oauth/token' },
  })
  expect(openIdConnect.openIdConnectUrl).toBe('https://api.example.com/.well-known/openid-configuration')
  expect(session.name).toBe('__Host-roster_session')
})

test.each([
  [['apiKey', 'basic'] as const, [{ apiKey: [] }, { basic: [] }]],
  [['bearer'] as const, [{ bearer: [] }]],
])('a service that takes %j lists no more', async (schemes, security) => {
  const { components, paths } = await buildDocument({ ...application, baseUrl: 'https://api.example.com', schemes })
  expect(Object.keys(components!.securitySchemes!)).toEqual([...schemes])
  expect(paths!['/v1/users']!.get!.security).toEqual(security)
})

test('an external issuer says itself where its endpoints are', async () => {
  const { components, paths } = await documentOf('https://id.example.com/')
  expect(components!.securitySchemes).toMatchObject({
    openIdConnect: { openIdConnectUrl: 'https://id.example.com/.well-known/openid-configuration' },
  })
  expect(components!.securitySchemes).not.toHaveProperty('oauth2')
  expect(paths!['/v1/users']!.get!.security![0]).toEqual({ openIdConnect: ['read:users'] })
})
