import { z } from 'zod'
import { exampleApiKey } from '../api-keys/api-keys.contract.ts'
import { operation } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import { SCOPES } from '../contract/scopes.ts'
import { lineOfText } from '../contract/text.ts'
import { user } from '../users/users.contract.ts'

const exampleMe = {
  principal: { type: 'api_key', id: exampleApiKey.id, name: exampleApiKey.name },
  role: 'admin',
  scopes: ['read:users', 'write:users'],
  user: null,
} as const

const CALLER_TYPES = ['api_key', 'access_token', 'session'] as const
export type CallerType = (typeof CALLER_TYPES)[number]

const principal = z
  .object({
    type: z.enum(CALLER_TYPES).meta({ description: 'Kind of credential.', examples: ['api_key'] }),
    id: z
      .string()
      .max(255)
      .meta({
        pattern: '^[!-~]+$',
        description:
          'Opaque identifier of the key, client or user; of a user of an external provider what that calls it.',
        examples: [exampleApiKey.id],
      }),
    name: lineOfText(1, 200).meta({ description: 'Its name.', examples: [exampleApiKey.name] }),
  })
  .meta({ id: 'Principal', description: 'Whom a credential stands for.', examples: [{ ...exampleMe.principal }] })

const caller = z
  .object({
    principal,
    role: z.enum(['admin', 'viewer', 'service']).meta({ description: 'Role it acts in.', examples: ['admin'] }),
    scopes: z
      .array(z.enum(SCOPES))
      .max(SCOPES.length)
      .meta({ description: 'What it may do.', examples: [[...exampleMe.scopes]] }),
    user: user.nullable().meta({ description: 'The user it acts as; null for a machine.', examples: [null] }),
  })
  .meta({ id: 'Me', description: 'The caller, as the service sees it.', examples: [{ ...exampleMe }] })

export const me = resource({
  name: 'me',
  title: 'Me',
  description: 'Who is calling.',
  events: {},
  operations: {
    get: operation({
      method: 'GET',
      path: '/v1/me',
      summary: 'Get the caller',
      description:
        'The credential that makes this call: what it may do and the user it acts as. Every credential can ask.',
      scope: 'any',
      output: caller,
    }),
  },
})
