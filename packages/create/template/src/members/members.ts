import {
  Conditions,
  existing,
  givePassword,
  hashPassword,
  implement,
  listPage,
  on,
  requireSoundPassword,
} from '@roster/core'
import { emailKey, newId } from '@roster/core/contract'
import { access } from '../access.ts'
import { memberConflicts, MemberEntity } from './member.entity.ts'
import { findMember } from './member.queries.ts'
import { member, type MemberRecord, members as contract } from './members.contract.ts'
import { joined } from './members.rules.ts'

const { list, create, get } = contract.operations

const columns = Object.keys(member.shape)

export const members = implement(contract, {
  entities: [MemberEntity],
  procedures: {
    list: on(list, {
      run: (action) =>
        listPage(
          action,
          { operation: list.name, table: 'members', columns, where: new Conditions('true') },
          (row: MemberRecord) => row,
        ),
    }),

    create: on(create, {
      async run(action) {
        const { password, ...input } = action.input
        requireSoundPassword(action, password, input)
        const record = { id: newId('mem', action.time), ...input, ...joined, created_at: action.now }
        action.requirePower(
          `A member with the role ${record.role}`,
          access.powerOfUser({ ...record, owner: record.id }),
        )
        action.transaction.insert(MemberEntity, { ...record, email_key: emailKey(record.email)! })
        await givePassword(action, record.id, await hashPassword(password))
        action.emit('member.created', record, null)
        return record
      },
      conflicts: memberConflicts,
    }),

    get: on(get, {
      run: async (action) => existing(await findMember(action, action.input.member_id), 'member'),
    }),
  },
})
