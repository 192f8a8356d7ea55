import { breaking, type Mutant } from '../mutant.ts'

const RULE = ['packages/api/src/contract/access.test.ts']
const POWER = 'test/auth/power'
const USERS = [`${POWER}/users.test.ts`]
const KEYS = [`${POWER}/api-keys.test.ts`]
const CLIENTS = [`${POWER}/oauth-clients.test.ts`]
const ENDPOINTS = [`${POWER}/webhook-endpoints.test.ts`]

/** The rule for who may do what, and where it is asked. */
export const access: Mutant[] = [
  ...breaking('packages/api/src/contract/access.ts', RULE, {
    'a role may hold every scope': ['return this.scopesOf(role).has(scope)', 'return this.scopesOf(role).size > 0'],
    'everybody sees the records of all': ['own === undefined || own === owner', "own === undefined || owner !== ''"],
    'who acts as nobody sees the records of all': ['(user_id ?? NO_OWNER)', '(user_id ?? undefined)'],
    'power takes no scopes': ['missing(power, other).length === 0 && ', ''],
    'power over one is power over another': ['power.owner === other.owner)', 'other.owner !== null)'],
    "power over one's own is power over everybody's": [
      'power.owner === other.owner)',
      'power.owner === other.owner || other.owner === null)',
    ],
    'power is what was asked for, whatever the role': [
      '[...scopes].filter((scope) => this.mayHold(holder.role, scope))',
      '[...scopes]',
    ],
  }),
  ...breaking('packages/api/src/users/users.ts', USERS, {
    'a user is made with more power than its maker has': [
      '  action.requirePower(`A user with the role ${row.role}`, powerOfRecord(row))\n',
      '',
    ],
    'a user is given more power than the giver has': [
      '  action.requirePower(`A user with the role ${target.role}`, powerOfRecord(target))\n',
      '',
    ],
  }),
  ...breaking('packages/api/src/users/user.queries.ts', USERS, {
    'a stronger user is changed': ["  action.requirePower('This user', powerOfRecord(user))\n", ''],
  }),
  ...breaking('packages/api/src/users/set-password.ts', USERS, {
    'a stronger user is given a password': [
      "action.requirePower('Who signs in as this user', powerOfUser(user))",
      'void powerOfUser',
    ],
  }),
  ...breaking('packages/api/src/api-keys/grants.ts', KEYS, {
    'a key is made with more power than its maker has': [
      "  action.requirePower('This API key', powerOfKey(key))\n",
      '  void powerOfKey\n',
    ],
    'a key acts as a stronger user': [
      "if (user) action.requirePower('This user', powerOfUser(user))",
      'void powerOfUser',
    ],
  }),
  ...breaking('packages/api/src/api-keys/api-keys.ts', KEYS, {
    'a stronger key is rotated or revoked': ["  action.requirePower('This API key', powerOfKey(key))\n", ''],
  }),
  ...breaking('packages/api/src/oauth-clients/oauth-clients.ts', CLIENTS, {
    'a client is given more power than the giver has': [
      "  action.requirePower('This client, as it would be,', powerOfScopes(client.scopes))\n",
      '',
    ],
  }),
  ...breaking('packages/api/src/webhooks/webhooks.ts', ENDPOINTS, {
    'an endpoint asks for events that its maker may not read': [
      "  action.requirePower('An endpoint for these events', powerOfScopes(named))\n",
      '',
    ],
    'a stronger endpoint is changed': ["  action.requirePower('This endpoint', powerOfScopes(endpoint.scopes))\n", ''],
  }),
]
