import { breaking, onServer, type Mutant } from '../mutant.ts'

const CHANGES = ['packages/api/src/users/users.change.test.ts']
const DELETE = ['packages/api/src/users/users.delete.test.ts']
const VIEWER = ['packages/api/src/users/users.viewer.test.ts']
const LAST = ['packages/api/src/users/users.last-admin.test.ts']
const NORMAL_FORM = ['packages/core/src/contract/normal-form.test.ts']
const EMAIL = ['packages/core/src/contract/email.test.ts']
const ORDERS = ['packages/api/src/orders/orders.update.test.ts']
const NEW_ORDERS = ['packages/api/src/orders/orders.create.test.ts']
const CONCURRENT = ['test/concurrency.test.ts']
const THEIR_ORDERS = ['packages/api/src/orders/orders.access.test.ts']
const PASSWORD = ['packages/api/src/users/users.set-password.test.ts']
const PEOPLE_OF_BRANCHES = ['test/library/people-of-branches.test.ts']

/** Mutants of users and their orders. */
export const records: Mutant[] = [
  ...breaking('packages/api/src/users/user.queries.ts', VIEWER, {
    'a viewer reads the record of another': [' && sees(principal, id)', ''],
  }),
  ...breaking('packages/api/src/users/user.selection.ts', VIEWER, {}),
  ...breaking('packages/api/src/orders/orders.ts', ['test/columns.test.ts'], {
    'a column that is added keeps a process from reading orders': ['${columnList(OrderEntity)}', '*'],
  }),
  ...breaking('packages/api/src/users/user.selection.ts', DELETE, {
    'deleted users are listed': [`'"deleted_at" is null'`, "'true'"],
  }),
  ...breaking('packages/api/src/users/last-admin.ts', LAST, {
    'the last administrator can go': ['others.length === 0', 'others.length < 0'],
    'a suspended administrator counts as one': [`"status" = 'active' and `, ''],
  }),
  ...onServer(
    breaking('packages/api/src/users/last-admin.ts', ['test/concurrency.test.ts'], {
      'two administrators go at the same time': ['await transaction.query(lock)', 'void lock'],
    }),
  ),
  ...breaking('packages/api/src/users/users.ts', LAST, {
    'the last administrator demotes itself': [
      'if (isActiveAdmin && !target.isActiveAdmin) await keepOneAdmin(action.transaction, target.id)',
      'void isActiveAdmin',
    ],
  }),
  ...breaking('packages/api/src/users/users.ts', ['packages/api/src/users/users.create-many.test.ts'], {
    'a batch is refused without a word on which addresses are taken': [
      '  if (refused.length > 0) throw addressesTaken(refused)\n',
      '',
    ],
  }),
  ...breaking('packages/api/src/users/users.ts', CHANGES, {
    'a replacement may change what the service assigns': [
      'input[name] !== undefined && input[name] !== target[name]',
      'target[name] === undefined',
    ],
  }),
  ...breaking(
    'packages/api/src/users/users.ts',
    ['packages/core/src/events/events.test.ts', 'packages/api/src/users/users.change.test.ts'],
    {
      'a suspension is told as any change': [
        "suspended ? 'user.suspended' : 'user.updated'",
        "suspended ? 'user.updated' : 'user.updated'",
      ],
      'whoever is invited again is told as suspended': [
        "target.status === 'suspended' && before.status !== 'suspended'",
        "target.status !== 'active' && before.status === 'active'",
      ],
    },
  ),
  ...breaking(
    'packages/api/src/users/users.ts',
    ['packages/api/src/users/users.create.test.ts', 'packages/api/src/users/users.create-many.test.ts'],
    {
      'a new user is told to nobody': ["  action.emit('user.created', record, record.id)\n", ''],
    },
  ),
  ...breaking('packages/core/src/identity/credentials.ts', PASSWORD, {
    'a new password leaves sessions open': ['  await endSessions(transaction, account)\n', ''],
  }),
  ...breaking('packages/core/src/contract/normal-form.ts', NORMAL_FORM, {
    'a text is brought into its normal form however long it is': ['text.length > MOST * max', 'text.length > Infinity'],
    'a text that would fit is not brought into its normal form': ['const MOST = 8', 'const MOST = 3'],
  }),
  ...breaking('packages/core/src/contract/email-key.ts', NORMAL_FORM, {
    'an address is brought into its normal form however long it is': ['address.length > MAX_EMAIL', 'address === null'],
  }),
  ...breaking('packages/core/src/contract/email-key.ts', EMAIL, {
    'e-mail addresses differ by case': [".toLowerCase().normalize('NFKC')", ''],
    'e-mail addresses differ by width': [".normalize('NFKC').toLowerCase().normalize('NFKC')", '.toLowerCase()'],
    'e-mail addresses differ by how their small letters are composed': [
      ".toLowerCase().normalize('NFKC')",
      '.toLowerCase()',
    ],
    'a local part may have 65 characters': ['> MAX_LOCAL_LENGTH', '> MAX_LOCAL_LENGTH + 1'],
  }),
  ...breaking('packages/api/src/users/user.entity.ts', CHANGES, {
    'who is changed is found by the former name': [
      'Object.assign(this, after, derived(after), {',
      'Object.assign(this, after, { email_key: emailKey(after.email) }, {',
    ],
    'a change that changes nothing makes a version': ['if (WRITABLE.every(', 'if (!WRITABLE.every('],
    'a change keeps the version': [
      'derived(after), { version: this.version + 1',
      'derived(after), { version: this.version',
    ],
  }),
  ...breaking('packages/api/src/users/user.entity.ts', DELETE, {
    'the address of a deleted user stays taken': [', email_key: null }', ' }'],
    'the name of a deleted user is kept': ["const blank = { name: '', ", 'const blank = { '],
  }),
  ...breaking('packages/api/src/users/set-password.ts', PASSWORD, {
    'nobody waits for the check of the current password': [
      'await requireCurrent(action, user, current!)',
      'void requireCurrent(action, user, current!).catch(() => undefined)',
    ],
  }),
  ...breaking('packages/core/src/identity/sound-password.ts', PASSWORD, {
    'a fault of a password hides what is missing beside it': [' : others\n', ' : []\n'],
    'a common password is taken': ['return isCommonPassword(password) ?', "return isCommonPassword('') ?"],
  }),
  ...breaking('packages/core/src/identity/account-changed.ts', ['test/library/accounts.test.ts'], {
    'who moves to another branch goes on seeing the records of the one before': [
      '!access.covers(after.role, before.role) || hasMoved',
      '!access.covers(after.role, before.role)',
    ],
  }),
  ...breaking('packages/core/src/identity/account-changed.ts', PEOPLE_OF_BRANCHES, {
    'who knows the password of somebody who moves sees the records of the other branch': [
      '!access.covers(before.role, after.role) || hasMoved',
      '!access.covers(before.role, after.role)',
    ],
  }),
  ...breaking('packages/core/src/identity/credentials.ts', PEOPLE_OF_BRANCHES, {
    'who gave a password in a branch gave it for all branches': ['seesAll(principal) ? ', 'principal ? '],
  }),
  ...breaking('packages/core/src/contract/access.ts', PEOPLE_OF_BRANCHES, {
    'who may change people of a branch gives them what it may not do there': [
      'power.owner === user.id ? {',
      'power.owner !== null ? {',
    ],
  }),
  ...breaking('packages/core/src/identity/sign-in.ts', ['packages/core/src/identity/sign-in.test.ts'], {
    'any word is the right password': ['!row || !isRight || ', '!row || '],
  }),
  ...breaking('packages/api/src/orders/orders.rules.ts', ORDERS, {
    'a delivered order is cancelled': ["delivered: ['refunded']", "delivered: ['refunded', 'cancelled']"],
    'an order moves to the status it has': ['if (open.includes(to))', 'if (to === from || open.includes(to))'],
  }),
  ...breaking('packages/api/src/orders/order.entity.ts', ORDERS, {
    'a move keeps the version': ['    this.version += 1\n', ''],
  }),
  ...breaking('packages/api/src/orders/orders.rules.ts', NEW_ORDERS, {
    'the total counts each item once': ['total + quantity * unit_amount', 'total + unit_amount'],
    'a total beyond exact numbers is taken': [
      'Number.isSafeInteger(totalOf(items))',
      'Number.isFinite(totalOf(items))',
    ],
  }),
  ...breaking('packages/api/src/orders/orders.ts', ORDERS, {
    'a cancellation is told as any move': [
      "status === 'cancelled' ? 'order.cancelled' : 'order.updated'",
      "'order.updated'",
    ],
  }),
  ...breaking('packages/api/src/orders/orders.contract.ts', NEW_ORDERS, {
    'an order is in whatever currency the machine knows': [
      'CURRENCIES.has(code)',
      "CURRENCIES.size > 0 && Intl.supportedValuesOf('currency').includes(code)",
    ],
  }),
  ...onServer([
    ...breaking('packages/api/src/orders/orders.ts', CONCURRENT, {
      'an order is moved while its user is deleted': ['holdUser(action, user_id)', 'findUser(action, user_id)'],
    }),
    ...breaking('packages/core/src/data/insert.ts', CONCURRENT, {
      'an order is placed while its user is deleted': [' for key share)', ')'],
    }),
  ]),
  ...breaking('packages/api/src/orders/orders.ts', THEIR_ORDERS, {
    'an order is read below any user': ['where "id" = $1 and "user_id" = $2', `where "id" = $1 and $2 <> ''`],
  }),
  ...breaking('packages/api/src/orders/orders.ts', ORDERS, {
    'an order is changed below any user': ['row?.user_id === user_id ? row : null', 'row'],
  }),
  ...breaking('packages/core/src/identity/credentials.ts', ['test/auth/power/later.test.ts'], {
    'who gave the first password counts as who gave the last one': [
      'password_giver = $3 where',
      'password_giver = coalesce(password_giver, $3) where',
    ],
  }),
  ...breaking('packages/core/src/identity/deny.ts', ['packages/core/src/identity/deny-list.test.ts'], {
    'a second denial of a user is not read by other processes': ['created_at = excluded.created_at, ', ''],
    'a second denial of a user ends with the first': [', expires_at = excluded.expires_at', ''],
  }),
  ...breaking('packages/core/src/contract/text.ts', ['packages/api/src/users/users.create.test.ts'], {
    'a name may end what isolates its direction': ['u2066-\\u2069', 'u2066-\\u2068'],
    'a name may have more than one line': ['u2028-\\u202e', 'u202a-\\u202e'],
    'a name may have an Arabic letter mark': ['\\u061c', ''],
  }),
  ...breaking(
    'packages/core/src/identity/guessable-password.ts',
    ['packages/core/src/identity/guessable-password.test.ts'],
    {
      'a name of three letters is left out': ['MIN_WORD = 3', 'MIN_WORD = 4'],
      'seven characters beside a name are enough': ['ENOUGH_MORE = 8', 'ENOUGH_MORE = 7'],
    },
  ),
  ...breaking('packages/core/src/data/retry.ts', ['packages/core/src/data/retry.test.ts'], {
    'a deadlock is answered as a failure': ["new Set(['40001', '40P01'])", "new Set(['40001'])"],
  }),
  ...breaking('packages/core/src/data/transaction.ts', ['packages/core/src/data/transaction.test.ts'], {
    'an event is numbered before its record is written': [
      'if (numbered.length > 0) last.push(entity)',
      'if (numbered.length > 0) first.push(entity)',
    ],
  }),
  ...breaking('packages/core/src/validation/fault.ts', ['packages/core/src/validation/invalid.test.ts'], {
    'a name is cut within a character': [".replace(/[\\uD800-\\uDBFF]$/, '')", ''],
  }),
  ...breaking('packages/core/src/idempotency/once.ts', ['packages/core/src/idempotency/once.test.ts'], {
    'one key counts for every method of a path': [', method, path, key]', ', path, key]'],
    'one key counts for every path': [', method, path, key]', ', method, key]'],
  }),
]
