import { breaking, type Mutant, onServer } from '../mutant.ts'

const RULE = ['packages/core/src/contract/access.test.ts']
const POWER = 'test/auth/power'
const USERS = [`${POWER}/users.test.ts`]
const KEYS = [`${POWER}/api-keys.test.ts`]
const CLIENTS = [`${POWER}/oauth-clients.test.ts`]
const ENDPOINTS = [`${POWER}/webhook-endpoints.test.ts`]
const THROTTLE = ['packages/gateway/src/auth/sign-in-throttle.test.ts']
const MEMBERS = 'packages/create/template/src/members'

/** Mutants of the rules for access, and of the places that apply them. */
export const access: Mutant[] = [
  ...breaking('packages/core/src/contract/access.ts', RULE, {
    'a role may hold every scope': [
      'return this.scopesOfRole(role).has(scope)',
      'return this.scopesOfRole(role).size > 0',
    ],
    'everybody sees the records of all': ['seesAll(who) || who.owner === owner', "seesAll(who) || owner !== ''"],
    'who acts as nobody sees the records of all': ['(owner ?? NO_OWNER)', 'owner'],
    'power takes no scopes': ['missing(power, other).length === 0 && ', ''],
    'power over one is power over another': ['sees(power, other.owner)', '(seesAll(power) || !seesAll(other))'],
    "power over one's own is power over everybody's": [
      'sees(power, other.owner)',
      '(sees(power, other.owner) || seesAll(other))',
    ],
    'a record of a branch gives its user nothing': ['power.owner === user.id', 'power.owner !== null'],
    'of two roles that limit each other, the one that sees more decides': [
      'seesAll(limit) ? { ...limit, owner: power.owner } : limit',
      'limit',
    ],
    'of two roles, the greater one is told': ['this.covers(role, other) ? other : role', 'false ? other : role'],
    'power is what was asked for, whatever the role': [
      '[...scopes].filter((scope) => this.mayHold(holder.role, scope))',
      '[...scopes]',
    ],
  }),
  ...breaking('packages/api/src/users/users.ts', USERS, {
    'a user is made with more power than its maker has': [
      '  action.requirePower(`A user with the role ${row.role}`, access.powerOfRecord(accountOf(row)))\n',
      '',
    ],
    'a user is given more power than the giver has': [
      '  action.requirePower(`A user with the role ${target.role}`, access.powerOfRecord(accountOf(target)))\n',
      '',
    ],
  }),
  ...breaking('packages/api/src/users/user.queries.ts', USERS, {
    'a stronger user is changed': ["  action.requirePower('This user', access.powerOfRecord(accountOf(user)))\n", ''],
  }),
  ...breaking('packages/api/src/users/set-password.ts', USERS, {
    'a stronger user is given a password': [
      "action.requirePower('Who signs in as this user', access.powerOfUser(accountOf(user)))",
      'void [access, accountOf]',
    ],
  }),
  ...breaking(`${MEMBERS}/members.ts`, ['test/template.test.ts'], {
    'a new application gives an account a password without asking for its power': [
      'access.powerOfUser(accountOf(record))',
      'access.powerOfRecord(accountOf(record))',
    ],
  }),
  ...breaking(`${MEMBERS}/members.ts`, ['test/template.members.test.ts'], {
    'a member of a new application is given more power than the giver has': [
      '        action.requirePower(`A member with the role ${role}`, access.powerOfRecord(accountOf(target)))\n',
      '',
    ],
    'a member of a new application who may do less stays signed in': [
      '        await accountChanged(action, accountOf(before), accountOf(target))\n',
      '        void accountChanged\n',
    ],
    'a member of a new application leaves its password behind': [
      '        await endPassword(action, target.id)\n',
      '        void endPassword\n',
    ],
  }),
  ...breaking(`${MEMBERS}/member.entity.ts`, ['test/template.members.test.ts'], {
    'a member of a new application leaves its name behind': ["name: '', email: ''", "email: ''"],
  }),
  ...breaking(`${MEMBERS}/member.queries.ts`, ['test/template.members.test.ts'], {
    'a stronger member of a new application is changed': [
      "  action.requirePower('This member', access.powerOfRecord(accountOf(member)))\n",
      '  void access\n',
    ],
  }),
  ...breaking(`${MEMBERS}/set-password.ts`, ['test/template.members.test.ts'], {
    'a stronger member of a new application is given a password': [
      "action.requirePower('Who signs in as this member', access.powerOfUser(accountOf(member)))",
      'void [access, accountOf]',
    ],
    'a member of a new application sets the password of another': [
      'isOwn(principal, member_id) ? [] : [setPassword.scopeForOthers]',
      '[]',
    ],
    "one's own password in a new application is set without the present one": [
      '  if (isTheirs) await requireCurrent(action, member, current!)\n',
      '  void requireCurrent\n',
    ],
  }),
  ...breaking('packages/core/src/api-keys/grants.ts', KEYS, {
    'a key is made with more power than its maker has': [
      'const user = await requireKeyPower(action, key)',
      'const user = key.user_id === null ? undefined : await findGrantee(action, key.user_id)',
    ],
    'a key acts as a stronger user': ["action.requirePower('This user', action.access.powerOfUser(user))", 'return'],
  }),
  ...breaking('packages/core/src/api-keys/grants.ts', ['test/library/keys-of-branches.test.ts'], {
    'a key of a user who sees a branch is taken for one that sees what is its own': ['{ owner: user.owner }', '{}'],
  }),
  ...breaking('packages/core/src/api-keys/api-keys.ts', KEYS, {
    'a stronger key is rotated or revoked': ['  await requireKeyPower(action, key)\n', ''],
  }),
  ...breaking('packages/core/src/oauth-clients/oauth-clients.ts', CLIENTS, {
    'a client is given more power than the giver has': [
      "  action.requirePower('This client, as it would be,', access.powerOfScopes(client.scopes))\n",
      '',
    ],
  }),
  ...breaking('packages/core/src/webhooks/webhooks.ts', ENDPOINTS, {
    'an endpoint asks for events that its maker may not read': [
      "  action.requirePower('An endpoint for these events', action.access.powerOfScopes([...named, ...scopes]))\n",
      '',
    ],
    'a stronger endpoint is changed': [
      "  action.requirePower('This endpoint', action.access.powerOfScopes(endpoint.scopes))\n",
      '',
    ],
  }),
  ...breaking('packages/core/src/session/session.ts', THROTTLE, {
    'an account has as many attempts at sign-ins as its address has spellings': [
      'action.throttled(emailKey(input.email) ?? input.email, ',
      'action.throttled(input.email, ',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/sign-in.ts', THROTTLE, {
    'an account has as many attempts on the page of sign-ins as its address has spellings': [
      'emailKey(email) ?? email',
      '(emailKey(email) && email) ?? email',
    ],
  }),
  ...breaking('packages/core/src/oauth-clients/oauth-clients.ts', ['test/auth/power/later.test.ts'], {
    'who registered a client counts as who has named its certificate since': [
      'if (input.jwks || input.tls_client_auth_subject_dn) ',
      'if (input.jwks) ',
    ],
    'who registered a client counts as who has given its certificate since': [
      'if (input.jwks || input.tls_client_auth_subject_dn) ',
      'if (input.tls_client_auth_subject_dn) ',
    ],
  }),
  ...breaking('packages/core/src/oauth-clients/oauth-client.entity.ts', ['test/auth/power/later.test.ts'], {
    'who registered a client counts as who was shown its new secret': ['    this.proof_holder = [...holder]\n', ''],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/client-quota.ts',
    ['packages/gateway/src/authorization-server/client-quota.test.ts'],
    {
      'whoever names a client uses up what it may ask for of tokens': [
        '`${client} ${networkOf(request.ip)}`',
        'client',
      ],
      'whoever names a client uses up what it may ask besides': ["'read', `${client} ${network}`", "'read', client"],
    },
  ),
  ...breaking('packages/core/src/idempotency/once.ts', ['packages/gateway/src/http/idempotency.credentials.test.ts'], {
    'what was made of the records of all is given again to who sees its own': [
      '{ scopes: new Set(scopes), owner })',
      '{ scopes: new Set(scopes), owner: principal.owner })',
    ],
  }),
  ...onServer(
    breaking('packages/core/src/api-keys/first-key.ts', ['packages/core/src/api-keys/first-key.test.ts'], {
      'each process that starts makes a first key': ['    await transaction.query(lock)\n', ''],
    }),
  ),
  ...breaking('packages/core/src/identity/is-denied.ts', ['packages/core/src/identity/deny-list.test.ts'], {
    'introspection calls a token of an ended grant active': [
      'if (grant !== undefined) subjects.push(`grant:${grant}`)',
      'void grant',
    ],
    'introspection calls a token of the present credentials ended': ['version > $2', 'version >= $2'],
  }),
]
