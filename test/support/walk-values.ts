import type { Access } from '@roster/core/contract'
import type { Random } from '../../packages/sdk/src/testing/random.ts'

/** What earlier answers at a path told. */
export interface Seen {
  tags: string[]
  cursors: string[]
  version: number
}

/** What values are chosen by. */
export interface Walker {
  random: Random
  access: Access
  time: () => number
  seenAt: (path: string) => Seen
  identifierFor: (parameter: string) => string
}

/** Chooses a value, for a request to a path. */
type Choice = (walk: Walker, path: string) => unknown

const oneOf =
  (...values: readonly unknown[]): Choice =>
  ({ random }) =>
    random.pick(values)

const someOf =
  (...values: readonly unknown[]): Choice =>
  ({ random }) =>
    values.filter(() => random.next() < 0.4)

/** Returns a list of up to four objects whose members are chosen by `members`. */
const listOf =
  (members: Readonly<Record<string, Choice>>): Choice =>
  (walk, path) =>
    Array.from({ length: walk.random.below(5) }, () =>
      Object.fromEntries(Object.entries(members).map(([name, choice]) => [name, choice(walk, path)])),
    )

const name = oneOf(
  'Ada',
  'Bob Östberg',
  'Éva',
  'Zoë İstanbul',
  '  Padded  ',
  'Straße',
  '李',
  "O'Hara",
  'ﬁne',
  'x'.repeat(200),
)
const role: Choice = ({ random, access }) => random.pick([...access.roles, 'Admin'])
const user_id: Choice = (walk) => (walk.random.next() < 0.3 ? null : walk.identifierFor('user_id'))
const cursor: Choice = (walk, path) => walk.random.pick(['', 'x', ...walk.seenAt(path).cursors])
const email: Choice = ({ random }) =>
  random.pick([
    'ada@example.com',
    'ADA@example.com',
    'éva@exämple.com',
    'zoe@example.org',
    'x',
    `p${random.below(1_000)}@example.com`,
  ])

const item = {
  sku: oneOf('s0', 's1'),
  name,
  quantity: oneOf(1, 2, 0, 1_000, 10_001, 1.5),
  unit_amount: oneOf(0, 1, 100, 99_999_999, -1, 1e15),
}

/** Chooses values for members of bodies, by their names: such as are taken, and such as are nearly. The other members get their examples. */
export const MEMBERS: Readonly<Record<string, Choice>> = {
  name,
  full_name: name,
  title: name,
  email,
  mail: email,
  role,
  post: role,
  user_id,
  version: (walk, path) => walk.random.pick([walk.seenAt(path).version, walk.seenAt(path).version, 1, 2, 0, '1']),
  status: oneOf('active', 'suspended', 'paid', 'shipped', 'cancelled', 'enabled', 'disabled'),
  scopes: (walk, path) => someOf(...walk.access.scopeNames)(walk, path),
  events: oneOf(['*'], ['user.created'], ['order.created', 'user.updated'], ['api_key.created'], ['user.nothing'], []),
  expires_at: ({ random, time }) =>
    random.pick([
      null,
      new Date(time() + 60_000 * random.below(100_000)).toISOString(),
      '2020-01-01T00:00:00Z',
      '2026-13-01',
    ]),
  url: oneOf(
    'https://example.com/a',
    'HTTPS://EXAMPLE.com/%7Ea',
    'https://exämple.com/',
    'https://user:pw@example.com/',
    'https://example.com/#x',
    'http://example.com/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://0x7f.1/',
    'https://[::1]/',
  ),
  since: ({ random, time }) =>
    random.pick(['2026-11-21T09:00:00Z', '2027-01-01T00:00:00Z', 'x', new Date(time()).toISOString()]),
  filter: oneOf({}, { role: 'viewer' }, { search: 'ada' }, { status: 'active', role: 'admin' }, { x: 1 }, null),
  format: oneOf('csv', 'ndjson', 'xml'),
  currency: oneOf('EUR', 'JPY', 'BHD', 'eur', 'XXX'),
  items: listOf(item),
  users: listOf({ name, email, role }),
  type: oneOf('confidential', 'public', 'x'),
  grant_types: someOf(
    'authorization_code',
    'client_credentials',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:device_code',
  ),
  redirect_uris: oneOf(
    ['https://app.example.com/cb'],
    ['http://127.0.0.1/cb'],
    ['com.example.app:/cb'],
    ['http://localhost:3000/cb', 'https://app.example.com/cb'],
    ['http://example.com/cb'],
    ['https://app.example.com/cb#x'],
    [],
  ),
  password: oneOf(
    'correct horse battery staple',
    'troubled waters run deep',
    'short',
    'aaaaaaaaaaaaaaaa',
    'x'.repeat(300),
  ),
}

/** The same for parameters of the query. */
export const PARAMETERS: Readonly<Record<string, Choice>> = {
  cursor,
  after: cursor,
  limit: oneOf('1', '2', '3', '100', '101', '0', '007', '+1', ' 1', ''),
  page: oneOf('1', '2', '3', '1000', '1001', '0', '01'),
  sort: oneOf('created_at', 'name', 'email', 'id', 'updated_at', 'role', ''),
  order: oneOf('asc', 'desc', 'ASC', ''),
  search: oneOf(
    'ada',
    'a',
    'example',
    'ÖST',
    'istanbul',
    'strasse',
    'İ',
    '%',
    '_',
    "o'hara",
    'ada example',
    '  ',
    'fi',
    '李',
    'e\u0301va',
    '\u0000',
  ),
  role,
  status: oneOf('active', 'suspended', 'pending', 'cancelled', 'failed', 'enabled', 'x'),
  fields: oneOf('id', 'name', 'id,name,email', 'name,name', 'status,created_at', 'id,,name', ' id', 'x', ''),
  types: oneOf('user.created', 'user.created,order.created', 'api_key.created', 'webhook.test', 'x', ''),
  created_by: (walk) => walk.random.pick(['setup', walk.identifierFor('key_id')]),
}

/** Ends of queries that no operation takes, or every one. */
export const ODD_QUERIES = [
  'x=1',
  'version=1',
  'version=2',
  'limit=1',
  '%zz',
  'a[b]=1',
  '__proto__=1',
  'constructor=1',
  '&',
]

/** Values of parameters that few take. */
export const ODD_TEXTS = ['', 'x', '1', 'true', 'x'.repeat(300)]

/** Texts in paths that identify nothing. */
export const ODD_IDENTIFIERS = [
  'x',
  'usr_',
  'me',
  'batch',
  '%00',
  'a%20b',
  '%2e%2e',
  '..%2f',
  'usr_01kajq7w5m8xv2r4t6y9b3d599',
  '0',
  '-1',
]
