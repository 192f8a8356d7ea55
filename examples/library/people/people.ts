import {
  accountChanged,
  type Action,
  columnList,
  type Conditions,
  type Database,
  existing,
  givePassword,
  hashPassword,
  implement,
  listPage,
  lockById,
  on,
  requireSoundPassword,
} from '@roster/core'
import { isId } from '@roster/core/contract'
import { access } from '../access.ts'
import { ofBranch, seenBy } from '../branch.ts'
import { people as contract, person, type PersonRecord } from './people.contract.ts'
import {
  accountOf,
  newPerson,
  Person,
  type PersonChange,
  personConflicts,
  PersonEntity,
  personRecord,
} from './person.entity.ts'

const { list, add, get, update, setPassword } = contract.operations

const columns = Object.keys(person.shape)

export const people = implement(contract, {
  entities: [PersonEntity],
  procedures: {
    list: on(list, {
      run(action) {
        const where = peopleOf(action.input, action.principal.owner)
        return listPage(action, { operation: list.name, table: 'people', columns, where }, personRecord)
      },
    }),

    add: on(add, {
      run(action) {
        const row = newPerson(action.input, action.time)
        requirePowerOf(action, row)
        action.transaction.insert(PersonEntity, row)
        return emitted(action, 'person.added', row)
      },
      conflicts: personConflicts,
    }),

    get: on(get, {
      async run({ database, principal, input }) {
        const found = await readPerson(database, input.person_id)
        return personRecord(existing(seenBy(principal, found), 'person'))
      },
    }),

    update: on(update, {
      load: lockRecord,
      run: (action, target) => change(action, target, action.input),
      conflicts: personConflicts,
    }),

    setPassword: on(setPassword, {
      async load(action) {
        const target = await lockPerson(action)
        action.requirePower('Who signs in as this person', access.powerOfUser(accountOf(target)))
        return target
      },
      async run(action, target) {
        const { password } = action.input
        requireSoundPassword(action, password, accountOf(target))
        await givePassword(action, target.id, await hashPassword(password))
      },
    }),
  },
})

/** Returns the conditions for people who match a filter. `owner` is the branch that the caller sees; null means all branches. */
export function peopleOf(
  filter: { branch?: string | undefined; post?: string | undefined },
  owner: string | null,
): Conditions {
  return ofBranch(owner).andEqual('branch', filter.branch).andEqual('post', filter.post)
}

const byId = { name: 'person by id', text: `select ${columnList(PersonEntity)} from people where id = $1` }

/** Returns the person with an identifier, or undefined when there is none. Does not check what the caller may see. */
export async function readPerson(database: Database, id: string): Promise<PersonRecord | undefined> {
  const [row] = isId('psn', id) ? await database.query<PersonRecord>(byId, [id]) : []
  return row
}

type OnPerson = Action<{ person_id: string }>

async function lockPerson({ transaction, principal, input }: OnPerson): Promise<Person> {
  const row = isId('psn', input.person_id) ? await lockById(transaction, Person, input.person_id) : null
  return existing(seenBy(principal, row), 'person')
}

/** Loads and locks a person for a change of the record. Throws `forbidden` when the caller lacks a power that the record gives. */
async function lockRecord(action: OnPerson): Promise<Person> {
  const target = await lockPerson(action)
  action.requirePower('This person', access.powerOfRecord(accountOf(target)))
  return target
}

async function change(action: Action<PersonChange>, target: Person, input: PersonChange): Promise<PersonRecord> {
  const { branch, full_name, mail, post, standing } = input
  const before = target.record()
  if (!target.change({ branch, full_name, mail, post, standing }, action.now)) return before
  requirePowerOf(action, target)
  await accountChanged(action, accountOf(before), accountOf(target))
  return emitted(action, 'person.updated', target)
}

function requirePowerOf(action: Action<unknown>, row: PersonRecord): void {
  action.requirePower(`A person with the role ${row.post}`, access.powerOfRecord(accountOf(row)))
}

function emitted(action: Action<unknown>, event: string, row: PersonRecord): PersonRecord {
  const record = personRecord(row)
  action.emit(event, record, record.branch)
  return record
}
