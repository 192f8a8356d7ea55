import {
  accountChanged,
  Conditions,
  endPassword,
  givePassword,
  hashPassword,
  implement,
  listPage,
  on,
  present,
  requireSoundPassword,
} from '@roster/core'
import { emailKey, newId } from '@roster/core/contract'
import { access } from '../access.ts'
import { accountOf, memberConflicts, MemberEntity, memberRecord } from './member.entity.ts'
import { findRow, lockRecord } from './member.queries.ts'
import { member, members as contract } from './members.contract.ts'
import { joined } from './members.rules.ts'
import { lockForPassword, scopesForPassword, setPasswordOf } from './set-password.ts'

const { list, create, get, update, delete: remove, setPassword } = contract.operations

const columns = Object.keys(member.shape)

/** Nobody makes, changes, removes or signs in as somebody who may do more: `requirePower` asks for the power before a change and after it. */
export const members = implement(contract, {
  entities: [MemberEntity],
  procedures: {
    list: on(list, {
      run(action) {
        const where = new Conditions('deleted_at is null')
        return listPage(action, { operation: list.name, table: 'members', columns, where }, memberRecord)
      },
    }),

    create: on(create, {
      async run(action) {
        const { now, time } = action
        const { password, ...input } = action.input
        requireSoundPassword(action, password, input)
        const record = { id: newId('mem', time), ...input, ...joined, version: 1, created_at: now, updated_at: now }
        action.requirePower(`A member with the role ${record.role}`, access.powerOfUser(accountOf(record)))
        action.transaction.insert(MemberEntity, { ...record, email_key: emailKey(record.email)!, deleted_at: null })
        await givePassword(action, record.id, await hashPassword(password))
        action.emit('member.created', record, null)
        return record
      },
      conflicts: memberConflicts,
    }),

    get: on(get, {
      async run(action) {
        return memberRecord(present(await findRow(action, action.input.member_id), 'member', action.time))
      },
    }),

    update: on(update, {
      load: lockRecord,
      async run(action, target) {
        const { name = target.name, email = target.email, role = target.role, status = target.status } = action.input
        const before = target.record()
        if (!target.change({ name, email, role, status }, action.now)) return before
        action.requirePower(`A member with the role ${role}`, access.powerOfRecord(accountOf(target)))
        await accountChanged(action, accountOf(before), accountOf(target))
        action.emit('member.updated', target.record(), null)
        return target.record()
      },
      conflicts: memberConflicts,
    }),

    delete: on(remove, {
      load: lockRecord,
      async run(action, target) {
        target.remove(action.now)
        await endPassword(action, target.id)
        action.emit('member.deleted', { id: target.id }, null)
      },
    }),

    setPassword: on(setPassword, { scopes: scopesForPassword, load: lockForPassword, run: setPasswordOf }),
  },
})
