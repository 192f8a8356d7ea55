import { emailTaken, lastAdmin } from './users.errors.ts'
import { z } from 'zod'
import {
  emailAddress,
  exampleId,
  fieldsParameter,
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
  wordsOfText,
} from '@roster/core/contract'
import { ROLES } from '../access.ts'

/** Most users that are created at once. */
const MAX_BATCH = 1_000

/** Prefix of the identifiers of users. */
export const userPrefix = 'usr'

const USER_STATUSES = ['active', 'suspended', 'invited'] as const

const name = lineOfText(1, 200).meta({ description: 'Name of the person, trimmed.', examples: ['Ada Lovelace'] })
const role = z.enum(ROLES).meta({ description: 'What the user may do. More roles may be added.', examples: ['admin'] })
const status = z.enum(USER_STATUSES).meta({ description: 'Whether the user may sign in.', examples: ['active'] })
const version = z.int().min(1)

const exampleUser = {
  id: exampleId(userPrefix),
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'admin',
  status: 'active',
  version: 1,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
} as const

export const user = z
  .object({
    id: idSchema(userPrefix, 'the user'),
    name,
    email: emailAddress,
    role,
    status,
    version: version.meta({ description: 'Number of this state of the record; every change adds 1.', examples: [1] }),
    created_at: timestamp.meta({ description: 'When the record was created.' }),
    updated_at: timestamp.meta({ description: 'When the record last changed.' }),
  })
  .meta({ id: 'User', description: 'A user record.', examples: [exampleUser] })

export type UserRecord = z.output<typeof user>

/** Filter of a list or an export of users. */
export const userFilter = {
  role: role.optional().meta({ description: 'Only users with this role.', examples: ['admin'] }),
  status: status.optional().meta({ description: 'Only users with this status.', examples: ['active'] }),
  search: wordsOfText(2, 100)
    .optional()
    .meta({
      description: 'Words that must all occur in name or e-mail, as literal text; case and accents make no difference.',
      examples: ['ada'],
    }),
}

const expectedVersion = version.optional().meta({
  description: 'The `version` this change is based on. If the record has another one by now: 409 `version-conflict`.',
  examples: [1],
})

const serverAssigned = 'Accepted when it equals the stored value; assigned by the service.'

const newUser = {
  name,
  email: emailAddress,
  role,
  status: status
    .default('active')
    .meta({ description: 'Whether the user may sign in. Default: active.', examples: ['active'] }),
}

const userPath = { user_id: idSchema(userPrefix, 'the user') }
const exampleNewUser = { name: 'Grace Hopper', email: 'grace@example.com', role: 'viewer' } as const

export const users = resource({
  name: 'users',
  title: 'Users',
  description: 'User records: who they are, what they may do, and whether they may sign in.',
  readScope: 'read:users',
  owner: 'id',
  channel: 'users',
  events: {
    'user.created': { description: 'A user record was created.', data: user },
    'user.updated': { description: 'A user record changed.', data: user },
    'user.suspended': { description: 'A user was suspended.', data: user },
    'user.deleted': { description: 'A user record was deleted.', data: user.pick({ id: true }) },
  },
  operations: {
    list: operation({
      method: 'GET',
      path: '/v1/users',
      summary: 'List users',
      description: 'User records, newest first unless sorted otherwise. A viewer sees its own record only.',
      scope: 'read:users',
      query: {
        ...pageParameters,
        ...sortParameters(['created_at', 'name', 'email', 'id']),
        ...userFilter,
        fields: fieldsParameter(user),
      },
      output: listOf(user, 'User'),
      effect: { searches: ['name', 'email'] },
      agent: {
        name: 'find_users',
        description:
          'Finds user records by words of name or e-mail, role or status. Begin here when you know a person but not the id (`usr_…`), which every other tool takes. Ask for the `fields` you need; more than one page is read with `cursor`.',
      },
    }),
    create: operation({
      method: 'POST',
      path: '/v1/users',
      summary: 'Create a user',
      security: 'user.created',
      description: 'Creates one user record. Only a caller with every scope can give the role admin.',
      scope: 'write:users',
      power: ['record after'],
      body: newUser,
      example: exampleNewUser,
      output: user,
      status: 201,
      location: '/v1/users/{id}',
      errors: [emailTaken],
      agent: {
        name: 'create_user',
        description:
          'Creates one user. The role viewer sees its own record only; give admin only where the person you act for asks for it. An e-mail address is used once: on email-taken, find that user in place of trying another address.',
      },
    }),
    createMany: operation({
      method: 'POST',
      path: '/v1/users/batch',
      summary: 'Create many users',
      security: 'user.created',
      description:
        'Creates up to 1,000 user records, all or none. The response has them in the order of the request; email-taken names each address that is taken.',
      scope: 'write:users',
      power: ['record after'],
      body: {
        users: z
          .array(z.strictObject(newUser))
          .min(1)
          .max(MAX_BATCH)
          .meta({
            description: 'The users to create.',
            examples: [[exampleNewUser]],
          }),
      },
      example: { users: [exampleNewUser] },
      output: z
        .object({ data: z.array(user).max(MAX_BATCH).meta({ description: 'The created records, in the order sent.' }) })
        .meta({ id: 'CreatedUsers', description: 'The records that a batch created.' }),
      status: 201,
      errors: [emailTaken],
    }),
    get: operation({
      method: 'GET',
      path: '/v1/users/{user_id}',
      summary: 'Get a user',
      description: 'One user record. A viewer can read its own.',
      scope: 'read:users',
      params: userPath,
      output: user,
      errors: ['gone'],
      agent: {
        name: 'get_user',
        description:
          'Reads one user by id. Read it before you change it: its `version` says which state you have seen.',
      },
    }),
    replace: operation({
      method: 'PUT',
      path: '/v1/users/{user_id}',
      summary: 'Replace a user',
      security: 'user.updated',
      description:
        'Sets every member of the record. An omitted `status` is kept; members that the service assigns are accepted when they equal what is stored. Changing or making an administrator needs every scope.',
      scope: 'write:users',
      power: ['record before', 'record after'],
      params: userPath,
      body: {
        name,
        email: emailAddress,
        role,
        status: status.optional(),
        version: expectedVersion,
        id: user.shape.id.optional().meta({ description: serverAssigned, examples: [exampleUser.id] }),
        created_at: timestamp.optional().meta({ description: serverAssigned, examples: [exampleUser.created_at] }),
        updated_at: timestamp.optional().meta({ description: serverAssigned, examples: [exampleUser.updated_at] }),
      },
      example: { name: 'Ada King', email: 'ada@example.com', role: 'admin' },
      output: user,
      errors: ['gone', emailTaken, 'version-conflict', lastAdmin],
    }),
    update: operation({
      method: 'PATCH',
      path: '/v1/users/{user_id}',
      summary: 'Change a user',
      security: 'user.updated',
      description:
        'Changes the members that are sent (JSON Merge Patch, RFC 7396). When no value differs, nothing changes, including the version. Changing or making an administrator needs every scope; a promotion ends a password that was set by a caller without all scopes.',
      scope: 'write:users',
      power: ['record before', 'record after'],
      params: userPath,
      body: {
        name: name.optional(),
        email: emailAddress.optional(),
        role: role.optional(),
        status: status.optional(),
        version: expectedVersion,
      },
      example: { name: 'Ada King' },
      output: user,
      errors: ['gone', emailTaken, 'version-conflict', lastAdmin],
      agent: {
        name: 'update_user',
        description:
          'Changes the members of a user that you send, and leaves the others. Send the `version` that you read, so that a change somebody made meanwhile is not lost; on version-conflict read again and decide anew. To bar a person, set `status` to suspended rather than delete.',
      },
    }),
    delete: operation({
      method: 'DELETE',
      path: '/v1/users/{user_id}',
      summary: 'Delete a user',
      security: 'user.deleted',
      description:
        'Deletes the record and the personal data in it; deleting an administrator needs every scope. For 30 days the path answers 410, then 404. The e-mail address is free at once; orders stay.',
      scope: 'delete:users',
      power: ['record before'],
      params: userPath,
      errors: ['gone', lastAdmin],
      agent: {
        name: 'delete_user',
        description:
          'Deletes a user and the personal data of the record for good; orders stay. It cannot be taken back: call it only where the person you act for has named this user and asked for it.',
      },
    }),
    setPassword: operation({
      method: 'POST',
      path: '/v1/users/{user_id}/password',
      summary: 'Set a password',
      security: 'password.set',
      description:
        "Sets the password a user signs in with, and ends the user's sessions and tokens. Needs the scope `write:users`; a user's own password needs no scope, but the current password. For another user the caller needs every scope that the user holds, because the password lets its giver sign in as that user.",
      scope: 'any',
      scopeForOthers: 'write:users',
      power: ['user before'],
      params: userPath,
      body: {
        password: newPassword,
        current_password: givenPassword.optional().meta({
          description: 'The current password; required when users change their own.',
          examples: ['incorrect horse battery staple'],
        }),
      },
      example: { password: 'correct horse battery staple' },
      errors: ['gone', 'insufficient-scope'],
      effect: { sets: 'password' },
    }),
  },
})
