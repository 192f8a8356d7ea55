import { createHash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { type Action, columnList, Conditions, implement, Instant, listPage, lockById, on, onFile } from '@roster/core'
import { type Foundation, newId, Problem } from '@roster/core/contract'
import { proceduresOf, router } from '@roster/core/server'
import { application as roster, resources as all } from '@roster/api'
import type { z } from 'zod'
import { present } from '../../packages/core/src/data/tombstone.ts'
import { eventLogOf } from '../../packages/core/src/events/events.ts'
import { webhooksOf } from '../../packages/core/src/webhooks/webhooks.ts'
import { copyDatabase, type TestDatabase } from './database.ts'
import { note, notes as contract } from './notes.contract.ts'
import { compared, counted, printed, refusedFinish, voiced } from './notes.rules.ts'

type Record = z.output<typeof note>
type Change = { [Name in keyof Record]?: Record[Name] | undefined }

const NoteEntity = defineEntity({
  name: 'Note',
  tableName: 'notes',
  properties: {
    id: p.text().primary().collation('C'),
    text: p.text().collation('C'),
    words: p.integer(),
    done: p.boolean(),
    due_at: p.type(Instant).strictNullable(),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    deleted_at: p.type(Instant).strictNullable(),
  },
})

class Note extends NoteEntity.class {
  change(members: Partial<Record>, now: string): boolean {
    const next = { ...this.record(), ...members }
    if (JSON.stringify(next) === JSON.stringify(this.record())) return false
    Object.assign(this, next, { version: this.version + 1, updated_at: now })
    return true
  }

  record(): Record {
    return recordOf(this)
  }
}
NoteEntity.setClass(Note)

const columns = Object.keys(note.shape)
const recordOf = (row: object) =>
  Object.fromEntries(columns.map((name) => [name, (row as never)[name]])) as unknown as Record
const byId = { name: 'note by id', text: `select ${columnList(NoteEntity)} from notes where id = $1` }
const { list, compare, create, get, replace, update, finish, delete: remove } = contract.operations

type OnNote = Action<{ note_id: string }>

async function lock({ transaction, input, time }: OnNote): Promise<Note> {
  return present(await lockById(transaction, Note, input.note_id), 'note', time)
}

function change(action: Action<unknown>, target: Note, members: Change, event = 'note.updated'): Record {
  const { text = target.text } = members
  const given = Object.entries({ ...members, ...counted({ text }) }).filter(([, value]) => value !== undefined)
  if (target.change(Object.fromEntries(given), action.now)) action.emit(event, target.record(), null)
  return target.record()
}

const read = async ({ database, input, time }: Pick<OnNote, 'database' | 'input' | 'time'>): Promise<Record> => {
  const [row] = await database.query<Record & { deleted_at: string | null }>(byId, [input.note_id])
  return recordOf(present(row, 'note', time))
}

const print = onFile(contract.files.print, async (action) => {
  const record = await read(action)
  const { content, type: contentType, name: filename } = printed(record)
  const bytes = Buffer.from(content)
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType,
    filename,
    lastModified: record.updated_at,
    async *read(start, end) {
      yield bytes.subarray(start, end)
    },
  }
})

const notes = implement(contract, {
  entities: [NoteEntity],
  files: { print },
  procedures: {
    list: on(list, {
      run(action) {
        const { done, words, search } = action.input
        const where = new Conditions('deleted_at is null').andEqual('done', done).andEqual('words', words)
        const found = search === undefined ? where : where.and((value) => `text ilike '%' || ${value(search)} || '%'`)
        return listPage(action, { operation: list.name, table: 'notes', columns, where: found }, recordOf)
      },
    }),
    compare: on(compare, { run: ({ input }) => compared(input) }),
    create: on(create, {
      run(action) {
        const { now, time, input } = action
        const { text, done, due_at = null } = input
        const row = { id: newId('not', time), text, ...counted(input), done, due_at, version: 1 }
        const times = { created_at: now, updated_at: now }
        action.transaction.insert(NoteEntity, { ...row, ...times, deleted_at: null })
        action.emit('note.created', { ...row, ...times }, null)
        return { ...row, ...times }
      },
    }),
    get: on(get, { run: async (action) => voiced(await read(action), action.input.voice) }),
    replace: on(replace, {
      load: lock,
      run: (action, target) => {
        const { text, done, due_at } = action.input
        return change(action, target, { text, done, due_at })
      },
    }),
    update: on(update, {
      load: lock,
      run: (action, target) => {
        const { text, done, due_at } = action.input
        return change(action, target, { text, done, due_at })
      },
    }),
    finish: on(finish, {
      load: lock,
      run(action, target) {
        const refused = refusedFinish(target)
        if (refused !== undefined) throw new Problem('conflict', refused)
        return change(action, target, { done: true }, 'note.finished')
      },
    }),
    delete: on(remove, {
      load: lock,
      run(action, target) {
        target.deleted_at = action.now
        action.emit('note.deleted', { id: target.id }, null)
      },
    }),
  },
})

const { users, apiKeys, me, realtime } = all
const contracts = [users, apiKeys, me, realtime, notes].map((one) => one.contract)
const foundation = roster as unknown as Foundation
const webhookEndpoints = webhooksOf(foundation, contracts)
const events = eventLogOf(foundation, [...contracts, webhookEndpoints.contract])
const resources = { users, apiKeys, me, realtime, notes, webhookEndpoints, events }

/** An application for the gateway: notes, and resources of the core that are tested with them. */
export const application = {
  router: router(proceduresOf(resources)),
  resources: [...contracts, webhookEndpoints.contract, events.contract],
  rest: [],
  files: [print],
  tables: ['notes'],
}

/** Opens a copy of the database with an additional table of notes. */
export async function openNotes(): Promise<TestDatabase> {
  const copy = await copyDatabase([NoteEntity])
  const times = ['due_at', 'created_at', 'updated_at', 'deleted_at'].map((name) => `${name} timestamptz(3)`)
  const members = 'id text collate "C" primary key, text text collate "C", words int, done boolean, version int'
  await copy.database.query({ text: `create table notes (${members}, ${times.join(', ')})` })
  const drop = async () => {
    await copy.database.query({ text: 'drop table notes' })
    await copy.drop()
  }
  return { ...copy, drop }
}
