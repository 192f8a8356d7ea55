import type { Scope } from '@roster/api'
import type { OauthClientsCreateBody } from '@roster/sdk'
import { byCertificate, byName } from './certificates.ts'
import { EVERY, NOTHING, VIEWERS } from './oracle.ts'
import { describePower, type Situation, unchanged } from './table.ts'

type Settings = Partial<OauthClientsCreateBody>

const READER: readonly Scope[] = ['read:users']

const forPeople: Settings = { grant_types: ['authorization_code'], redirect_uris: ['https://app.example.com/callback'] }

const made = (what: string, scopes: Settings['scopes'] & object, power: readonly Scope[]): Situation => ({
  operation: 'oauthClients.create',
  what,
  powers: { 'client after': power },
  prepare: async (scene) => ({
    input: { name: scene.fresh, type: 'confidential', grant_types: ['client_credentials'], scopes },
    ids: [],
  }),
})

interface Update {
  settings?: Settings
  change: object
  success?: string
}

const updated = (
  what: string,
  [before, after]: readonly Scope[][],
  { settings, change, success }: Update,
): Situation => ({
  operation: 'oauthClients.update',
  what,
  powers: { 'client before': before!, 'client after': after! },
  ...(success !== undefined && { success }),
  async prepare(scene) {
    const client_id = await scene.client({ scopes: [...before!], ...settings })
    return { input: { client_id, ...change }, ids: [client_id] }
  },
})

const pairs = (before: readonly Scope[], after = before) => [[...before], [...after]]

/** Whatever is changed of a client, it takes all that the client may do. */
const changes = [
  { what: 'a client of little power', scopes: READER },
  { what: 'a client of all power', scopes: EVERY },
].flatMap(({ what, scopes }) => [
  updated(`${what} is renamed`, pairs(scopes), { change: { name: 'Other' } }),
  updated(`nothing of ${what} is changed`, pairs(scopes), { change: {} }),
  updated(`${what} sends people elsewhere`, pairs(scopes), {
    settings: forPeople,
    change: { redirect_uris: ['https://elsewhere.example.com/callback'] },
  }),
  updated(`${what} gets tokens in another way`, pairs(scopes), {
    settings: { redirect_uris: ['https://app.example.com/callback'] },
    change: { grant_types: ['client_credentials', 'authorization_code'] },
  }),
  updated(`${what} proves itself in another way`, pairs(scopes), {
    change: { token_endpoint_auth_method: 'client_secret_post' },
  }),
  updated(`${what} has another certificate`, pairs(scopes), {
    settings: byName,
    change: { tls_client_auth_subject_dn: 'CN=other.example.com' },
  }),
  updated(`${what} is to prove itself by a certificate of its own`, pairs(scopes), { change: byCertificate }),
])

const ended = (
  operation: 'oauthClients.delete' | 'oauthClients.rotateSecret',
  scopes: readonly Scope[],
): Situation => ({
  operation,
  what: `a client with ${scopes.length} scopes`,
  powers: { 'client before': scopes },
  async prepare(scene) {
    const client_id = await scene.client({ scopes: [...scopes] })
    return { input: { client_id }, ids: [client_id] }
  },
})

const itself = (operation: string, change: object, powers: Situation['powers']): Situation => ({
  operation,
  what: 'the client that calls',
  powers,
  self: 'client',
  endsCaller: true,
  prepare: async (_scene, { own }) => ({ input: { client_id: own, ...change }, ids: [own!] }),
})

describePower('OAuth clients', [
  made('one of little power is registered', [...READER], READER),
  made("one with the viewer's scopes is registered", [...VIEWERS], VIEWERS),
  made('one of all power is registered', [...EVERY], EVERY),
  made('one that learns who signed in, and nothing else, is registered', ['openid', 'email'], NOTHING),
  ...changes,
  updated('a client is narrowed', pairs(EVERY, READER), { change: { scopes: READER } }),
  updated('a client is widened', pairs(READER, VIEWERS), { change: { scopes: VIEWERS } }),
  updated('a client is widened to all there is', pairs(READER, EVERY), { change: { scopes: EVERY } }),
  updated('a client is given other scopes', pairs(READER, ['read:orders']), { change: { scopes: ['read:orders'] } }),
  updated('a client is given OpenID scopes', pairs(READER), { change: { scopes: [...READER, 'openid'] } }),
  ...[READER, EVERY].flatMap((scopes) => [
    ended('oauthClients.delete', scopes),
    ended('oauthClients.rotateSecret', scopes),
  ]),
  itself('oauthClients.update', { name: 'Other' }, unchanged('client', NOTHING)),
  itself('oauthClients.rotateSecret', {}, { 'client before': NOTHING }),
  itself('oauthClients.delete', {}, { 'client before': NOTHING }),
])
