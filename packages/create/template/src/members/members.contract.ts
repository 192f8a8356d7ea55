import {
  emailAddress,
  errorKind,
  exampleId,
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

const name = lineOfText(1, 200).meta({ description: 'Name of the person.', examples: ['Ada Lovelace'] })
const role = z.enum(access.roles).meta({ description: 'What the member may do.', examples: ['member'] })
const id = idSchema('mem', 'the member')

const exampleMember = {
  id: exampleId('mem'),
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'member',
  status: 'active',
  created_at: '2026-01-01T09:30:00.000Z',
} as const

export const member = z
  .object({
    id,
    name,
    email: emailAddress,
    role,
    status: z.enum(['active', 'suspended']).meta({ description: 'Whether the member may sign in.' }),
    created_at: timestamp.meta({ description: 'When the member was added.' }),
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
  events: { 'member.created': { description: 'A member was added.', data: member } },
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
      params: { member_id: id },
      output: member,
    }),
  },
})
