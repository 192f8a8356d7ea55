import {
  exampleId,
  fieldsParameter,
  fileOperation,
  idSchema,
  lineOfText,
  listOf,
  operation,
  pageParameters,
  resource,
  sortParameters,
  timestamp,
} from '@roster/core/contract'
import { z } from 'zod'
import { instant } from '../../packages/core/src/contract/text.ts'

const text = lineOfText(1, 200).meta({ description: 'What it says.', examples: ['Buy milk'] })
const done = z.boolean().meta({ description: 'Whether it is done.', examples: [false] })
const version = z
  .int()
  .min(1)
  .meta({ description: 'Number of this state.', examples: [1] })
const year = z
  .int()
  .min(2000)
  .max(2100)
  .meta({ description: 'A year.', examples: [2026] })
const compared = {
  weight: z.number().optional().meta({ description: 'What it weighs.' }),
  rank: z.int().nullable().optional().meta({ description: 'Where it stands.' }),
  part: z
    .union([z.literal('all'), z.int()])
    .optional()
    .meta({ description: 'How much of it.' }),
  level: z.int().meta({ id: 'Level', description: 'How deep.' }).optional(),
}
const path = { note_id: idSchema('not', 'the note') }

const exampleNote = {
  id: exampleId('not'),
  text: 'Buy milk',
  words: 2,
  done: false,
  due_at: null,
  version: 1,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}

const due = timestamp.nullable().meta({ description: 'Until when; null for no day.', examples: [null] })

export const note = z
  .object({
    id: path.note_id,
    text,
    words: z
      .int()
      .min(1)
      .meta({ description: 'How many words the text has.', examples: [2] }),
    done,
    due_at: due,
    version,
    created_at: timestamp.meta({ description: 'When it was made.' }),
    updated_at: timestamp.meta({ description: 'When it last changed.' }),
  })
  .meta({ id: 'Note', description: 'A note.', examples: [exampleNote] })

const givenDue = instant.nullable().meta({ description: 'Until when; null for no day.', examples: [null] })

const words = { summary: 'A note', description: 'A note.' }

/** A resource that no real service has, for tests of everything that is derived from a contract. */
export const notes = resource({
  name: 'notes',
  title: 'Notes',
  description: 'Things to remember.',
  readScope: 'read:users',
  events: {
    'note.created': { description: 'A note was made.', data: note },
    'note.updated': { description: 'A note changed.', data: note },
    'note.finished': { description: 'A note was done.', data: note },
    'note.deleted': { description: 'A note was deleted.', data: note.pick({ id: true }) },
  },
  operations: {
    list: operation({
      ...words,
      method: 'GET',
      path: '/v1/notes',
      scope: 'read:users',
      query: {
        ...pageParameters,
        ...sortParameters(['created_at', 'text', 'words']),
        done: done.optional(),
        words: z
          .int()
          .min(1)
          .optional()
          .meta({ description: 'Only those.', examples: [2] }),
        search: z
          .string()
          .max(100)
          .optional()
          .meta({ description: 'Words in the text.', examples: ['milk'] }),
        fields: fieldsParameter(note),
      },
      output: listOf(note, 'Note'),
      effect: { searches: ['text'] },
    }),
    compare: operation({
      ...words,
      method: 'GET',
      path: '/v1/notes/{note_id}/years/{year}/weight',
      scope: 'read:users',
      params: { ...path, year },
      query: compared,
      output: z.object({ year, ...compared }).meta({ id: 'Comparison', description: 'What was asked.' }),
    }),
    create: operation({
      ...words,
      method: 'POST',
      path: '/v1/notes',
      scope: 'write:users',
      body: { text, done: done.default(false), due_at: givenDue.optional() },
      example: { text: 'Buy milk' },
      output: note,
      status: 201,
      location: '/v1/notes/{id}',
    }),
    get: operation({
      ...words,
      method: 'GET',
      path: '/v1/notes/{note_id}',
      scope: 'read:users',
      params: path,
      query: { voice: z.enum(['plain', 'loud']).default('plain').meta({ description: 'How it is read.' }) },
      output: note,
      errors: ['gone'],
    }),
    replace: operation({
      ...words,
      method: 'PUT',
      path: '/v1/notes/{note_id}',
      scope: 'write:users',
      params: path,
      body: { text, done, due_at: givenDue },
      example: { text: 'Buy bread', done: false, due_at: null },
      output: note,
      errors: ['gone'],
    }),
    update: operation({
      ...words,
      method: 'PATCH',
      path: '/v1/notes/{note_id}',
      scope: 'write:users',
      params: path,
      body: { text: text.optional(), done: done.optional(), due_at: givenDue.optional(), version: version.optional() },
      example: { done: true },
      output: note,
      errors: ['gone', 'version-conflict'],
    }),
    finish: operation({
      ...words,
      method: 'POST',
      path: '/v1/notes/{note_id}/finish',
      scope: 'write:users',
      params: path,
      output: note,
      errors: ['gone', 'conflict'],
    }),
    delete: operation({
      ...words,
      method: 'DELETE',
      path: '/v1/notes/{note_id}',
      scope: 'write:users',
      params: path,
      errors: ['gone'],
    }),
  },
  files: {
    print: fileOperation({
      ...words,
      path: '/v1/notes/{note_id}/print',
      scope: 'read:users',
      params: path,
      media: { 'text/plain': 'Buy milk' },
      errors: ['gone'],
    }),
  },
})
