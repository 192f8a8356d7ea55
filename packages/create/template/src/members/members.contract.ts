import {
  emailAddress,
  errorKind,
  exampleId,
  givenPassword,
  idSchema,
  lineOfText,
  listOf,
  newPassword,
  operation,
  pageParameters,
  resource,
  sortParameters,
  timestamp,
} from '@roster/core/contract'
import { z } from 'zod'
import { access } from '../access.ts'

const id = idSchema('mem', 'the member')
const path = { member_id: id }
const name = lineOfText(1, 200).meta({ description: 'Name of the person.', examples: ['Ada Lovelace'] })
const role = z.enum(access.roles).meta({ description: 'What the member may do.', examples: ['member'] })
const status = z
  .enum(['active', 'suspended'])
  .meta({ description: 'Whether the member may sign in.', examples: ['active'] })
const version = z.int().min(1)

const exampleMember = {
  id: exampleId('mem'),
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'member',
  status: 'active',
  version: 1,
  created_at: '2026-01-01T09:30:00.000Z',
  updated_at: '2026-01-01T09:30:00.000Z',
} as const

export const member = z
  .object({
    id,
    name,
    email: emailAddress,
    role,
    status,
    version: version.meta({ description: 'Number of this state; every change adds 1.', examples: [1] }),
    created_at: timestamp.meta({ description: 'When the member was added.' }),
    updated_at: timestamp.meta({ description: 'When the member last changed.' }),
  })
  .meta({ id: 'Member', description: 'An account that signs in.', examples: [exampleMember] })

export type MemberRecord = z.output<typeof member>

export const emailTaken = errorKind({
  code: 'email-taken',
  status: 409,
  title: 'E-mail address taken',
  description: 'Another member has this e-mail address.',
  remedy: 'Use another address.',
})

export const members = resource({
  name: 'members',
  title: 'Members',
  description: 'The accounts that sign in, with their roles.',
  readScope: 'manage:members',
  events: {
    'member.created': { description: 'A member was added.', data: member },
    'member.updated': { description: 'A member changed.', data: member },
    'member.deleted': { description: 'A member was removed.', data: member.pick({ id: true }) },
  },
  operations: {
    list: operation({
      method: 'GET',
      path: '/v1/members',
      summary: 'List members',
      description: 'Every member, newest first unless sorted otherwise.',
      scope: 'manage:members',
      query: { ...pageParameters, ...sortParameters(['created_at', 'name', 'id']) },
      output: listOf(member, 'Member'),
    }),
    create: operation({
      method: 'POST',
      path: '/v1/members',
      summary: 'Add a member',
      description: 'Adds a member who signs in with this e-mail address and password.',
      security: 'user.created',
      scope: 'manage:members',
      power: ['user after'],
      body: { name, email: emailAddress, role, password: newPassword },
      example: { name: 'Ada Lovelace', email: 'ada@example.com', role: 'member', password: 'correct horse battery' },
      output: member,
      status: 201,
      location: '/v1/members/{id}',
      errors: [emailTaken],
      effect: { sets: 'password' },
    }),
    get: operation({
      method: 'GET',
      path: '/v1/members/{member_id}',
      summary: 'Get a member',
      description: 'One member.',
      scope: 'manage:members',
      params: path,
      output: member,
      errors: ['gone'],
    }),
    update: operation({
      method: 'PATCH',
      path: '/v1/members/{member_id}',
      summary: 'Change a member',
      description:
        'Changes the members that are sent. Whoever is suspended, or may do less afterwards, is signed out; the keys of whoever is suspended do not work. A promotion ends a password that somebody without all scopes has set.',
      security: 'user.updated',
      scope: 'manage:members',
      power: ['record before', 'record after'],
      params: path,
      body: {
        name: name.optional(),
        email: emailAddress.optional(),
        role: role.optional(),
        status: status.optional(),
        version: version.optional().meta({
          description: 'The version that the change is based on. If it is not the present one: 409.',
          examples: [1],
        }),
      },
      example: { status: 'suspended' },
      output: member,
      errors: ['gone', 'version-conflict', emailTaken],
    }),
    delete: operation({
      method: 'DELETE',
      path: '/v1/members/{member_id}',
      summary: 'Remove a member',
      description:
        'Signs the member out for good, and erases name and e-mail address, which is free again. The path answers 410 for 30 days, then 404.',
      security: 'user.deleted',
      scope: 'manage:members',
      power: ['record before'],
      params: path,
      errors: ['gone'],
    }),
    setPassword: operation({
      method: 'POST',
      path: '/v1/members/{member_id}/password',
      summary: 'Set a password',
      description:
        'Sets the password that a member signs in with, and ends the sessions from before. Members set their own without a scope, and send the current one.',
      security: 'password.set',
      scope: 'any',
      scopeForOthers: 'manage:members',
      power: ['user before'],
      params: path,
      body: {
        password: newPassword,
        current_password: givenPassword
          .optional()
          .meta({ description: 'The current password, to set your own.', examples: ['incorrect horse battery'] }),
      },
      example: { password: 'correct horse battery' },
      errors: ['gone', 'insufficient-scope'],
      effect: { sets: 'password' },
    }),
  },
})
