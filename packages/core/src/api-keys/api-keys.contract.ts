import { z } from 'zod'
import { accountId, exampleActor } from '../contract/account.ts'
import { createdBy, createdByParameter } from '../contract/created-by.ts'
import { operation, type OutputOf } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import { exampleOf } from '../contract/example.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { fieldsParameter, listOf, pageParameters, sortParameters } from '../contract/lists.ts'
import { exampleSecret, secretSchema, shownSecretSchema } from '../contract/secret.ts'
import { instant, lineOfText, timestamp } from '../contract/text.ts'

const EXAMPLE = { id: exampleId(idPrefixes.apiKey), name: 'Nightly import' }

/** Returns the schemas of an API key, in an application with this foundation. */
function apiKeySchemas<S extends string, R extends string>(foundation: Foundation<S, R>) {
  const { access } = foundation
  const { apiKey: secretPrefix } = foundation.naming.secretPrefixes
  const prefix = shownSecretSchema(secretPrefix, 'First characters of the secret.')
  const someScopes = access.scopeNames.slice(0, 2)
  const name = lineOfText(1, 200).meta({ description: 'What the key is for.', examples: ['Nightly import'] })
  const scopes = z
    .array(z.enum(access.scopeNames))
    .min(1)
    .max(access.scopeNames.length)
    .meta({
      description: 'What the key may do; never more than its role may.',
      examples: [someScopes],
    })
  const role = z.enum(access.roles).meta({ description: 'Role the key acts in.', examples: [access.roles[0]] })
  const userId = accountId(foundation, 'the user the key acts as')
    .nullable()
    .meta({ description: 'The user the key acts as; null for a machine.', examples: [null] })

  const exampleApiKey = {
    ...EXAMPLE,
    user_id: null,
    prefix: exampleOf(prefix),
    scopes: someScopes,
    role: access.roles[0],
    expires_at: null,
    last_used_at: null,
    created_by: exampleActor(foundation),
    created_at: '2026-11-21T09:30:00.000Z',
  }

  const apiKey = z
    .object({
      id: idSchema(idPrefixes.apiKey, 'the key'),
      name,
      user_id: userId,
      prefix,
      scopes,
      role,
      expires_at: timestamp.nullable().meta({ description: 'When the key ends; null for never.', examples: [null] }),
      last_used_at: timestamp.nullable().meta({
        description: 'When the key was last used, to the minute; null if it never was.',
        examples: [null],
      }),
      created_by: createdBy(foundation),
      created_at: timestamp.meta({ description: 'When the key was created.' }),
    })
    .meta({ id: 'ApiKey', description: 'An API key, without its secret.', examples: [{ ...exampleApiKey }] })

  /** An API key with the members that `fields` selects. The type keeps every member, for callers who do not select. */
  const selectedApiKey = apiKey
    .partial()
    .required({ id: true })
    .meta({
      id: 'SelectedApiKey',
      description: 'An API key, or the members that `fields` selects.',
      examples: [{ ...exampleApiKey }],
    })

  const apiKeyWithSecret = apiKey
    .extend({ secret: secretSchema(secretPrefix, 'The secret, shown only once, because only its hash is stored.') })
    .meta({
      id: 'ApiKeyWithSecret',
      description: 'An API key and its secret, shown only once.',
      examples: [{ ...exampleApiKey, secret: exampleSecret(secretPrefix) }],
    })

  return { name, userId, scopes, role, someScopes, apiKey, selectedApiKey, apiKeyWithSecret }
}

/** Returns the contract of the resource of API keys. */
export function apiKeysContract<S extends string, R extends string>(foundation: Foundation<S, R>) {
  const { access, basePath } = foundation
  const { name, userId, scopes, role, someScopes, apiKey, selectedApiKey, apiKeyWithSecret } = apiKeySchemas(foundation)
  const keyPath = { key_id: idSchema(idPrefixes.apiKey, 'the key') }

  return resource({
    name: 'apiKeys',
    noun: 'API key',
    title: 'API keys',
    description: 'Secrets that programs call with. A key acts as a user or as a machine, within a role and scopes.',
    readScope: access.scopeFor.keys,
    events: {
      'api_key.created': { description: 'An API key was created.', data: apiKey },
      'api_key.rotated': { description: 'An API key was given a new secret.', data: apiKey },
      'api_key.revoked': { description: 'An API key was revoked.', data: apiKey },
    },
    operations: {
      list: operation({
        method: 'GET',
        path: `${basePath}/api-keys`,
        summary: 'List API keys',
        description: 'Keys that are not revoked, newest first unless sorted otherwise.',
        scope: access.scopeFor.keys,
        query: {
          ...pageParameters,
          ...sortParameters(['created_at', 'name', 'id']),
          created_by: createdByParameter(foundation),
          fields: fieldsParameter(apiKey),
        },
        output: listOf(selectedApiKey as unknown as typeof apiKey, 'ApiKey'),
        cacheControl: 'no-store',
      }),
      create: operation({
        method: 'POST',
        path: `${basePath}/api-keys`,
        summary: 'Create an API key',
        security: 'api_key.created',
        description:
          'Creates a key and returns its secret, which is shown only once. A key cannot have more power than its creator, or outlive a key that creates it. To create a key that acts as another user, the caller needs the power of that user.',
        scope: access.scopeFor.keys,
        power: ['key after', 'user after'],
        body: {
          name,
          user_id: userId.default(null).meta({
            description: `The user the key acts as; a key in the role ${access.least} needs one. Default: null, a machine.`,
            examples: [null],
          }),
          scopes,
          role: role
            .default(access.least)
            .meta({ description: `Role the key acts in. Default: ${access.least}.`, examples: [access.roles[0]] }),
          expires_at: instant
            .nullable()
            .default(null)
            .meta({ description: 'When the key ends. Default: null, never.', examples: [null] }),
        },
        example: { name: 'Nightly import', role: access.roles[0], scopes: someScopes },
        output: apiKeyWithSecret,
        status: 201,
        location: `${basePath}/api-keys/{id}`,
        errors: ['limit-reached'],
        cacheControl: 'no-store',
      }),
      get: operation({
        method: 'GET',
        path: `${basePath}/api-keys/{key_id}`,
        summary: 'Get an API key',
        description: 'One key, without its secret.',
        scope: access.scopeFor.keys,
        params: keyPath,
        output: apiKey,
        errors: ['gone'],
        cacheControl: 'no-store',
      }),
      revoke: operation({
        method: 'DELETE',
        path: `${basePath}/api-keys/{key_id}`,
        summary: 'Revoke an API key',
        security: 'api_key.revoked',
        description: 'Ends the key and every secret of it at once. For 30 days the path answers 410, then 404.',
        scope: access.scopeFor.keys,
        power: ['key before'],
        params: keyPath,
        errors: ['gone'],
      }),
      rotate: operation({
        method: 'POST',
        path: `${basePath}/api-keys/{key_id}/rotate`,
        summary: 'Rotate an API key',
        security: 'api_key.rotated',
        description:
          'Gives the key a new secret, shown only once. The old secret works for 24 hours more, and ends with the next rotation.',
        scope: access.scopeFor.keys,
        power: ['key before', 'user before'],
        params: keyPath,
        output: apiKeyWithSecret,
        status: 201,
        location: `${basePath}/api-keys/{id}`,
        errors: ['gone'],
        cacheControl: 'no-store',
      }),
    },
  })
}

export type ApiKeys = ReturnType<typeof apiKeysContract>
export type ApiKeyRecord = OutputOf<ApiKeys['operations']['get']>
