import type { Role, Scope } from '@roster/api'
import * as fc from 'fast-check'
import { EVERY } from '../power/oracle.ts'
import type { Knowledge } from './knowledge.ts'
import { fresh, type HttpResponse, type World } from './world.ts'

/** The choices of one step. Numbers are taken modulo what there is to choose from by then. */
export interface Step {
  /** Whether an innocent administrator does it. */
  isInnocent: boolean
  does: number
  by: number
  which: number
  who: number
  scopes: Scope[]
  role: Role
  variant: number
  /** An idempotency key. */
  once: string | undefined
}

interface StepContext {
  world: World
  weak: Knowledge
  step: Step
  /** Calls an operation with the credential that was chosen. */
  call: (name: string, input?: object) => Promise<HttpResponse>
}

const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length]!

const PASSWORDS = ['a chain of weak links', 'another chain of links']
const OWN_ADDRESS = 'https://weak.example.com/hook'
const EVENTS = [
  ['*'],
  ['user.created'],
  ['order.created'],
  ['api_key.created'],
  ['webhook.test'],
  ['*', 'user.created'],
]
const STATUSES = ['active', 'suspended', 'invited']

const userOf = ({ world, step }: StepContext) => at(world.ids.users, step.who)

/** What an administrator happens to turn to: mostly something that the weak one knows or has made, else there would be little to gain. */
const met = (own: Iterable<string>, all: readonly string[], { variant, which }: Step) => {
  const known = [...own]
  return at(variant % 3 > 0 && known.length > 0 ? known : all, which)
}
const metUser = ({ world, weak, step }: StepContext) => met(weak.passwords.keys(), world.ids.users, step)
const metClient = ({ world, weak, step }: StepContext) => met(weak.clients.keys(), world.ids.clients, step)
const noted = (list: string[], id: unknown) => typeof id === 'string' && list.push(id)

/** What somebody does with what it knows: any operation that makes, changes, takes over or ends something, and reads. */
const DEEDS: Record<string, (context: StepContext) => Promise<unknown>> = {
  async makeUser(context) {
    const { call, world, step } = context
    const name = fresh()
    const { body } = await call('users.create', { name, email: `${name}@example.com`, role: step.role })
    if (noted(world.ids.users, body.id)) world.emails.set(body.id, body.email)
  },

  async changeUser(context) {
    const { call, world, step } = context
    const email = `${fresh()}@example.com`
    const change = at<object>(
      [{ role: step.role }, { status: at(STATUSES, step.which) }, { email }, { name: 'N' }],
      step.variant,
    )
    const { status, body } = await call('users.update', { user_id: userOf(context), ...change })
    if (status === 200) world.emails.set(body.id, body.email)
  },

  deleteUser: (context) => context.call('users.delete', { user_id: userOf(context) }),

  async setPassword(context) {
    const { call, weak, step } = context
    const user_id = userOf(context)
    const password = at(PASSWORDS, step.variant)
    const current_password = weak.passwords.get(user_id)
    const input = { user_id, password, ...(current_password !== undefined && { current_password }) }
    if ((await call('users.setPassword', input)).status === 204) weak.passwords.set(user_id, password)
  },

  async signIn({ weak, step }) {
    if (weak.passwords.size > 0) await weak.usePassword(...at([...weak.passwords], step.which))
  },

  async makeKey(context) {
    const { call, world, weak, step } = context
    const user_id = at([null, userOf(context)], step.variant)
    const { body } = await call('apiKeys.create', { name: 'Weak', role: step.role, user_id, scopes: step.scopes })
    noted(world.ids.keys, body.id)
    weak.learnKey(`key ${body.id}`, body.secret)
  },

  async rotateKey({ call, world, weak, step }) {
    const { body } = await call('apiKeys.rotate', { key_id: at(world.ids.keys, step.which) })
    weak.learnKey(`key ${body.id}, rotated`, body.secret)
  },

  revokeKey: ({ call, world, step }) => call('apiKeys.revoke', { key_id: at(world.ids.keys, step.which) }),

  async makeClient({ call, world, weak, step }) {
    const settings = { name: 'Weak', type: 'confidential', grant_types: ['client_credentials'], scopes: step.scopes }
    const { body } = await call('oauthClients.create', settings)
    noted(world.ids.clients, body.client_id)
    weak.learnClient(body.client_id, body.client_secret)
  },

  changeClient({ call, world, step }) {
    const name = { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: 'CN=weak.example.com' }
    const secret = { token_endpoint_auth_method: 'client_secret_post', tls_client_auth_subject_dn: null }
    const change = at<object>([{ scopes: step.scopes }, { scopes: step.scopes }, name, secret], step.variant)
    return call('oauthClients.update', { client_id: at(world.ids.clients, step.which), ...change })
  },

  async rotateClient({ call, world, weak, step }) {
    const { body } = await call('oauthClients.rotateSecret', { client_id: at(world.ids.clients, step.which) })
    weak.learnClient(body.client_id, body.client_secret)
  },

  deleteClient: ({ call, world, step }) =>
    call('oauthClients.delete', { client_id: at(world.ids.clients, step.which) }),

  async getToken({ weak, step }) {
    if (weak.clients.size > 0) await weak.useClient(at([...weak.clients.values()], step.which))
  },

  async makeEndpoint({ call, world, weak, step }) {
    const { body } = await call('webhookEndpoints.create', { url: OWN_ADDRESS, events: at(EVENTS, step.variant) })
    if (noted(world.ids.endpoints, body.id)) weak.endpoints.add(body.id)
  },

  async changeEndpoint({ call, world, weak, step }) {
    const endpoint_id = at(world.ids.endpoints, step.which)
    const change = at<object>(
      [{ url: OWN_ADDRESS }, { events: at(EVENTS, step.who) }, { status: 'enabled' }],
      step.variant,
    )
    const { status, body } = await call('webhookEndpoints.update', { endpoint_id, ...change })
    if (status === 200 && body.url === OWN_ADDRESS) weak.endpoints.add(endpoint_id)
  },

  handleEndpoint({ call, world, step }) {
    const endpoint_id = at(world.ids.endpoints, step.which)
    const operation = at(['test', 'rotateSecret', 'deliveries', 'recover', 'delete'], step.variant)
    const since = operation === 'recover' ? { since: '2026-11-20T09:30:00.000Z' } : {}
    return call(`webhookEndpoints.${operation}`, { endpoint_id, ...since })
  },

  export: ({ call }) => call('exports.create', { format: 'csv' }),
}

/** The scope that a deed takes; none for those that take none, or one of one's own. */
const TAKES: Record<string, Scope | undefined> = {
  makeUser: 'write:users',
  changeUser: 'write:users',
  deleteUser: 'delete:users',
  makeKey: 'manage:keys',
  rotateKey: 'manage:keys',
  revokeKey: 'manage:keys',
  makeClient: 'manage:clients',
  changeClient: 'manage:clients',
  rotateClient: 'manage:clients',
  deleteClient: 'manage:clients',
  makeEndpoint: 'manage:webhooks',
  changeEndpoint: 'manage:webhooks',
  handleEndpoint: 'manage:webhooks',
  export: 'read:users',
}

/** What an administrator does who means no harm and knows nothing of it: what the weak one knows must not gain from that. */
const INNOCENT: Record<string, (context: StepContext) => Promise<unknown>> = {
  async promote(context) {
    const user_id = metUser(context)
    if (user_id === context.weak.start.owner) return
    await context.call('users.update', { user_id, role: 'admin' })
  },

  async demote(context) {
    const user_id = metUser(context)
    if (user_id !== context.world.boss) await context.call('users.update', { user_id, role: 'viewer' })
  },

  readmit: (context) => context.call('users.update', { user_id: metUser(context), status: 'active' }),

  async suspend(context) {
    const user_id = metUser(context)
    if (user_id !== context.world.boss) await context.call('users.update', { user_id, status: 'suspended' })
  },

  widenClient: (context) => context.call('oauthClients.update', { client_id: metClient(context), scopes: EVERY }),

  narrowClient: (context) =>
    context.call('oauthClients.update', { client_id: metClient(context), scopes: context.step.scopes }),

  editEndpoint({ call, world, weak, step }) {
    const change = at<object>(
      [{ description: 'Seen' }, { url: 'https://example.com/hook/2' }, { status: 'enabled' }, { status: 'disabled' }],
      step.variant,
    )
    return call('webhookEndpoints.update', {
      endpoint_id: met(weak.endpoints, world.ids.endpoints, step),
      ...change,
    })
  },

  async makeKeyOnce({ call, world, step }) {
    const { body } = await call('apiKeys.create', { name: 'Weak', role: 'admin', user_id: null, scopes: step.scopes })
    noted(world.ids.keys, body.id)
  },

  rotateKey: ({ call, world, step }) => call('apiKeys.rotate', { key_id: at(world.ids.keys, step.which) }),
}

/** Deeds that gain something only beside another of them, and are taken more often for that. */
const TOGETHER = new Set(['setPassword', 'promote', 'widenClient'])

const weighed = <Act>(deeds: Record<string, Act>) =>
  Object.entries(deeds).flatMap((deed) => (TOGETHER.has(deed[0]) ? [deed, deed, deed] : [deed]))

const INNOCENT_DEEDS = weighed(INNOCENT)

/** Any sequence of steps, of which an administrator takes every fourth. */
export const chains = fc.array(
  fc.record<Step>({
    isInnocent: fc.constantFrom(false, false, false, true),
    does: fc.nat(1_000),
    by: fc.nat(50),
    which: fc.nat(50),
    who: fc.nat(50),
    scopes: fc.subarray([...EVERY], { minLength: 1 }),
    role: fc.constantFrom<Role>('viewer', 'viewer', 'admin'),
    variant: fc.nat(11),
    once: fc.option(fc.constantFrom('once-1', 'once-2'), { freq: 5, nil: undefined }),
  }),
  { minLength: 10, maxLength: 40, size: 'max' },
)

/** Operations that are repeated under an idempotency key, as their answers hold secrets. */
const ONCE = new Set(['apiKeys.create', 'apiKeys.rotate', 'oauthClients.create', 'oauthClients.rotateSecret'])

/** Takes a step with a credential that the weak one knows, or as an administrator. Returns what it was, and its calls with what they were answered. */
export async function take(step: Step, world: World, weak: Knowledge): Promise<{ deed: string; answers: string[] }> {
  const answers: string[] = []
  const { caller } = step.isInnocent ? { caller: world.service.admin } : at(weak.known, step.by)
  const [deed, act] = step.isInnocent ? at(INNOCENT_DEEDS, step.does) : at(deedsOf(weak), step.does)
  const call = async (name: string, input: object = {}) => {
    const answer = await world.call(caller, name, input, ONCE.has(name) ? step.once : undefined)
    answers.push(`${name} ${answer.status}`)
    return answer
  }
  await act({ world, weak, step: { ...step, scopes: scopesOf(step, weak) }, call })
  return { deed: step.isInnocent ? `innocently ${deed}` : deed, answers }
}

/** Deeds of which there is some hope: what takes a scope that is not there is refused without a look at anything else. */
const deedsOf = ({ start }: Knowledge) =>
  weighed(DEEDS).filter(([name]) => TAKES[name] === undefined || start.scopes.includes(TAKES[name]))

/** Mostly it asks for no more than it may have, which takes it further. */
function scopesOf({ isInnocent, variant, scopes }: Step, { start }: Knowledge): Scope[] {
  if (isInnocent || variant % 4 === 0) return scopes
  const held = scopes.filter((scope) => start.scopes.includes(scope))
  return held.length > 0 ? held : [start.scopes[0]!]
}
