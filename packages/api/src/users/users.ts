import { accountChanged, type Action, endPassword, fault, implement, invalid, listPage, on } from '@roster/core'
import { emailKey, type ParsedOf, Problem } from '@roster/core/contract'
import { access } from '../access.ts'
import { keepOneAdmin } from './last-admin.ts'
import {
  accountOf,
  type NewUser,
  newUser,
  type User,
  type UserChange,
  userConflicts,
  UserEntity,
  userRecord,
} from './user.entity.ts'
import { lockForPassword, scopesForPassword, setPasswordOf } from './set-password.ts'
import { findUser, heldAddresses, lockRecord } from './user.queries.ts'
import { existingUsers, filterOf } from './user.selection.ts'
import { user, type UserRecord, users as contract } from './users.contract.ts'
import { emailTaken } from './users.errors.ts'
import { refusedAddresses } from './users.rules.ts'

const { list, create, createMany, get, replace, update, delete: remove, setPassword } = contract.operations

export const users = implement(contract, {
  entities: [UserEntity],
  procedures: {
    list: on(list, { run: listUsers }),

    create: on(create, {
      run: (action) => add(action, action.input),
      conflicts: userConflicts,
    }),

    createMany: on(createMany, {
      run: addMany,
      conflicts: userConflicts,
    }),

    get: on(get, {
      run: async (action) => userRecord(await findUser(action, action.input.user_id)),
    }),

    replace: on(replace, {
      load: lockRecord,
      run(action, target) {
        requireEqual(target, action.input)
        return change(action, target, action.input)
      },
      conflicts: userConflicts,
    }),

    update: on(update, {
      load: lockRecord,
      run: (action, target) => change(action, target, action.input),
      conflicts: userConflicts,
    }),

    delete: on(remove, {
      load: lockRecord,
      async run(action, target) {
        if (target.isActiveAdmin) await keepOneAdmin(action.transaction, target.id)
        target.delete(action.now)
        await endPassword(action, target.id)
        action.emit('user.deleted', { id: target.id }, target.id)
      },
    }),

    setPassword: on(setPassword, {
      scopes: scopesForPassword,
      load: lockForPassword,
      run: setPasswordOf,
    }),
  },
})

const columns = Object.keys(user.shape)

function listUsers(action: Action<ParsedOf<typeof list>>) {
  const { principal, input } = action
  const where = existingUsers(principal.owner)
  return listPage(action, { operation: list.name, table: 'users', columns, where, filter: filterOf(input) }, userRecord)
}

function add(action: Action<unknown>, input: NewUser): UserRecord {
  const row = newUser(input, action.now)
  action.requirePower(`A user with the role ${row.role}`, access.powerOfRecord(accountOf(row)))
  const record = userRecord(row)
  action.transaction.insert(UserEntity, row)
  action.emit('user.created', record, record.id)
  return record
}

async function addMany(action: Action<ParsedOf<typeof createMany>>) {
  const data = action.input.users.map((input) => add(action, input))
  const keys = data.map(({ email }) => emailKey(email)!)
  const held = await heldAddresses(action.transaction, keys)
  const refused = refusedAddresses(keys, (key) => held.has(key))
  if (refused.length > 0) throw addressesTaken(refused)
  return { data }
}

/** Returns one problem that names each refused address, as faults of the body. */
function addressesTaken(refused: ReturnType<typeof refusedAddresses>): Problem {
  const all = refused.map(({ place, code, message }) => fault('body', ['users', place, 'email'], code, message))
  const { message, faults = [] } = invalid('body', all)
  return new Problem(emailTaken, message, { faults })
}

async function change(action: Action<unknown>, target: User, input: UserChange): Promise<UserRecord> {
  const { isActiveAdmin } = target
  const before = target.record()
  if (!target.change(input, action.now)) return before
  action.requirePower(`A user with the role ${target.role}`, access.powerOfRecord(accountOf(target)))
  if (isActiveAdmin && !target.isActiveAdmin) await keepOneAdmin(action.transaction, target.id)
  await accountChanged(action, accountOf(before), accountOf(target))
  const suspended = target.status === 'suspended' && before.status !== 'suspended'
  const record = target.record()
  action.emit(suspended ? 'user.suspended' : 'user.updated', record, record.id)
  return record
}

const SERVER_ASSIGNED = ['id', 'created_at', 'updated_at'] as const

/** Throws `validation-failed` when a replacement changes a member that the service assigns. It may repeat the stored value. */
function requireEqual(target: User, input: ParsedOf<typeof replace>): void {
  const faults = SERVER_ASSIGNED.filter((name) => input[name] !== undefined && input[name] !== target[name]).map(
    (name) => fault('body', [name], 'read-only', 'is assigned by the service and must equal the stored value'),
  )
  if (faults.length > 0) throw invalid('body', faults)
}
