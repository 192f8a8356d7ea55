import {
  emailAddress,
  exampleId,
  fieldsParameter,
  idSchema,
  listOf,
  newPassword,
  operation,
  pageParameters,
  resource,
  sortParameters,
} from '@roster/core/contract'
import { z } from 'zod'
import { access } from '../access.ts'
import { branch, day, EXAMPLE_TIMES, expectedVersion, times, version, words } from '../members.ts'
import { mailTaken } from './people.errors.ts'

const fullName = words('Name of the person.', 'Ada Lovelace')
const post = z.enum(access.roles).meta({ description: 'What the person does here.', examples: ['clerk'] })
const joined = day('Since when the person has been here.', '2026-03-01')
const standing = z
  .enum(['active', 'suspended'])
  .meta({ description: 'Whether the person may sign in.', examples: ['active'] })

export const examplePerson = {
  id: exampleId('psn'),
  branch: 'north',
  full_name: 'Ada Lovelace',
  mail: 'ada@example.com',
  post: 'clerk' as const,
  joined_on: '2026-03-01',
  standing: 'active' as const,
  version: 1,
  ...EXAMPLE_TIMES,
}

export const person = z
  .object({
    id: idSchema('psn', 'the person'),
    branch,
    full_name: fullName,
    mail: emailAddress,
    post,
    joined_on: joined,
    standing,
    version,
    ...times,
  })
  .meta({ id: 'Person', description: 'Somebody who works or reads here.', examples: [examplePerson] })

export type PersonRecord = z.output<typeof person>

/** Parameters that filter a list or an export of people. */
export const personFilter = {
  branch: branch.optional().meta({ description: 'Only people of this branch.', examples: ['north'] }),
  post: post.optional().meta({ description: 'Only who does this.', examples: ['clerk'] }),
}

const onPerson = { person_id: idSchema('psn', 'the person') }

export const people = resource({
  name: 'people',
  title: 'People',
  description: 'Who works and reads in the branches.',
  readScope: 'read:people',
  owner: 'branch',
  channel: 'people',
  events: {
    'person.added': { description: 'Somebody joined.', data: person },
    'person.updated': { description: 'A record of a person changed.', data: person },
  },
  operations: {
    list: operation({
      method: 'GET',
      path: '/api/people',
      summary: 'List people',
      description: 'People, the newest first unless sorted otherwise. Clerks see those of their branch.',
      scope: 'read:people',
      query: {
        ...pageParameters,
        ...sortParameters(['created_at', 'full_name', 'joined_on', 'id']),
        ...personFilter,
        fields: fieldsParameter(person),
      },
      output: listOf(person, 'Person'),
    }),
    add: operation({
      method: 'POST',
      path: '/api/people',
      summary: 'Add a person',
      description: 'Adds somebody to a branch.',
      scope: 'write:people',
      security: 'user.created',
      power: ['record after'],
      body: {
        branch,
        full_name: fullName,
        mail: emailAddress,
        post,
        joined_on: joined,
        standing: standing.default('active'),
      },
      example: {
        branch: 'north',
        full_name: 'Mary Somerville',
        mail: 'mary@example.com',
        post: 'reader',
        joined_on: '2026-11-21',
      },
      output: person,
      status: 201,
      location: '/api/people/{id}',
      errors: [mailTaken],
    }),
    get: operation({
      method: 'GET',
      path: '/api/people/{person_id}',
      summary: 'Get a person',
      description: 'One person.',
      scope: 'read:people',
      params: onPerson,
      output: person,
    }),
    update: operation({
      method: 'PATCH',
      path: '/api/people/{person_id}',
      summary: 'Change a person',
      description: 'Changes the members that are sent. Who may do less afterwards is signed out.',
      scope: 'write:people',
      security: 'user.updated',
      power: ['record before', 'record after'],
      params: onPerson,
      body: {
        branch: branch.optional(),
        full_name: fullName.optional(),
        mail: emailAddress.optional(),
        post: post.optional(),
        standing: standing.optional(),
        version: expectedVersion,
      },
      example: { full_name: 'Ada King' },
      output: person,
      errors: ['version-conflict', mailTaken],
    }),
    setPassword: operation({
      method: 'POST',
      path: '/api/people/{person_id}/password',
      summary: 'Give a password',
      description: 'Gives a person a password to sign in with, and ends the sessions from before.',
      scope: 'write:people',
      power: ['user before'],
      security: 'password.set',
      params: onPerson,
      body: { password: newPassword },
      example: { password: 'correct horse battery staple' },
      effect: { sets: 'password' },
    }),
  },
})
