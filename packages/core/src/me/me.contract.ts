import { z } from 'zod'
import { SERVICE } from '../contract/access.ts'
import { operation } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import { exampleId, idPrefixes } from '../contract/ids.ts'
import { lineOfText } from '../contract/text.ts'

const EXAMPLE = { type: 'api_key', id: exampleId(idPrefixes.apiKey), name: 'Nightly import' } as const

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
          'Opaque identifier of the key, client or user; for a user of an external provider, the identifier there.',
        examples: [EXAMPLE.id],
      }),
    name: lineOfText(1, 200).meta({ description: 'Its name.', examples: [EXAMPLE.name] }),
  })
  .meta({ id: 'Principal', description: 'The caller that a credential stands for.', examples: [EXAMPLE] })

/** Returns the contract of the resource `me`, the caller. */
export function meContract<S extends string, R extends string, Account extends z.ZodObject>({
  access,
  basePath,
  account,
}: Foundation<S, R, Account>) {
  const someScopes = access.scopeNames.slice(0, 2)
  const caller = z
    .object({
      principal,
      role: z.enum([...access.roles, SERVICE]).meta({ description: 'Role it acts in.', examples: [access.roles[0]] }),
      scopes: z
        .array(z.enum(access.scopeNames))
        .max(access.scopeNames.length)
        .meta({ description: 'What it may do.', examples: [someScopes] }),
      user: account.nullable().meta({ description: 'The user it acts as; null for a machine.', examples: [null] }),
    })
    .meta({
      id: 'Me',
      description: 'The caller, as the service sees it.',
      examples: [{ principal: EXAMPLE, role: access.roles[0], scopes: someScopes, user: null }],
    })

  return resource({
    name: 'me',
    title: 'Me',
    description: 'Who is calling.',
    events: {},
    operations: {
      get: operation({
        method: 'GET',
        path: `${basePath}/me`,
        summary: 'Get the caller',
        description: 'The credential of this request: its scopes, and the user it acts as. Needs any credential.',
        scope: 'any',
        output: caller,
        agent: {
          name: 'who_am_i',
          description:
            'Tells whom you act as and which scopes you hold. Call it when a tool answers insufficient-scope, or before you promise what you may not do.',
        },
      }),
    },
  })
}
