import type { Role, Scope } from '@roster/api'
import type { Caller } from '@roster/test/caller'
import { addClient, addUser } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { type Service, startService } from '@roster/test/service'
import { EVERY, VIEWERS } from './oracle.ts'

/** Somebody who calls in one of the ways there are. */
export interface PowerCaller extends Caller {
  /** Its scopes as the contract has them, whatever was asked for. */
  held: readonly Scope[]
  /** The user it acts as; null for a machine. */
  user_id: string | null
  /** Identifier of the key or client that calls; undefined where it is neither. */
  own?: string | undefined
}

/** One way to call. */
export interface Kind {
  name: string
  role: Role | 'service'
  /** Whether it calls as a user record, as a key, or as a client. */
  is: readonly ('user' | 'key' | 'client')[]
  /** What is left of these scopes for such a caller. */
  held(scopes: readonly Scope[]): readonly Scope[]
  /** Opens a caller that is given these scopes, which are left to it: the one that was opened before, unless it must be new. */
  open(scopes: readonly Scope[], isNew?: boolean): Promise<PowerCaller>
}

/** An external issuer, in the claims of its tokens. */
const ISSUER = 'https://issuer.example.com'

/** Every way to call a service. A second service on its database takes the tokens of an external issuer. */
export async function callersOf(service: Service): Promise<{ kinds: readonly Kind[]; stop(): Promise<void> }> {
  const admin = await addUser(service, 'Calling Administrator', 'admin')
  const viewer = await addUser(service, 'Calling Viewer', 'viewer')
  const elsewhere = await startService({ beside: service, issuer: ISSUER, tokens: { issuer: ISSUER } })

  const key = (role: Role, user_id: string | null) => async (scopes: readonly Scope[]) => {
    const { id, secret } = await service.admin.sdk.apiKeys.create({
      name: 'Caller',
      role,
      user_id,
      scopes: [...scopes],
    })
    return { ...service.withKey(secret), held: scopes, user_id, own: id }
  }
  const session =
    ({ id, email }: { id: string; email: string }) =>
    async (scopes: readonly Scope[]) => {
      const caller = await service.browser(email, PASSWORD)
      return { ...caller, held: scopes, user_id: id }
    }
  const token =
    (taker: Service, role: Role | 'service', sub: string, iss?: string) => async (scopes: readonly Scope[]) => {
      const claims = { role, sub, scope: scopes.join(' '), ...(iss !== undefined && { iss }) }
      const made = await service.tokens.make(claims)
      const user_id = role === 'service' ? null : sub
      return { ...taker.sending({ authorization: `Bearer ${made}` }), held: scopes, user_id }
    }
  const client = async (scopes: readonly Scope[]) => {
    const { client_id } = await addClient(service, { grant_types: ['client_credentials'], scopes: [...scopes] })
    const made = await service.tokens.make({ role: 'service', sub: client_id, client_id, scope: scopes.join(' ') })
    return { ...service.sending({ authorization: `Bearer ${made}` }), held: scopes, user_id: null, own: client_id }
  }

  const external = (role: Role | 'service', sub: string): Kind => ({
    name: `a token of an external issuer, role ${role}`,
    role,
    is: role === 'service' ? [] : ['user'],
    held: within[role],
    open: token(elsewhere, role, sub, ISSUER),
  })
  const own = { key: within, token: within, session: { admin: () => EVERY, viewer: () => VIEWERS } }
  const kinds: Kind[] = [
    { name: 'a key of a machine', role: 'admin', is: ['key'], held: own.key.admin, open: key('admin', null) },
    {
      name: 'a key of an administrator',
      role: 'admin',
      is: ['key', 'user'],
      held: own.key.admin,
      open: key('admin', admin.id),
    },
    {
      name: 'a key of a viewer',
      role: 'viewer',
      is: ['key', 'user'],
      held: own.key.viewer,
      open: key('viewer', viewer.id),
    },
    {
      name: 'the session of an administrator',
      role: 'admin',
      is: ['user'],
      held: own.session.admin,
      open: session(admin),
    },
    { name: 'the session of a viewer', role: 'viewer', is: ['user'], held: own.session.viewer, open: session(viewer) },
    {
      name: 'a token of an administrator',
      role: 'admin',
      is: ['user'],
      held: own.token.admin,
      open: token(service, 'admin', admin.id),
    },
    {
      name: 'a token of a viewer',
      role: 'viewer',
      is: ['user'],
      held: own.token.viewer,
      open: token(service, 'viewer', viewer.id),
    },
    { name: 'a token of a service', role: 'service', is: ['client'], held: own.token.service, open: client },
    external('admin', admin.id),
    external('viewer', viewer.id),
    external('service', 'a-service-elsewhere'),
  ]
  return { kinds: kinds.map(remembering), stop: () => elsewhere.app.close() }
}

const all = (scopes: readonly Scope[]) => scopes

/** What a role leaves of scopes. */
const within = {
  admin: all,
  service: all,
  viewer: (scopes: readonly Scope[]) => scopes.filter((scope) => VIEWERS.includes(scope)),
}

/** The same way, in which a caller with some scopes is opened once. */
function remembering(kind: Kind): Kind {
  const opened = new Map<string, Promise<PowerCaller>>()
  const open: Kind['open'] = (scopes, isNew = false) => {
    if (isNew) return kind.open(scopes)
    const name = scopes.toSorted().join(' ')
    if (!opened.has(name)) opened.set(name, kind.open(scopes))
    return opened.get(name)!
  }
  return { ...kind, open }
}
