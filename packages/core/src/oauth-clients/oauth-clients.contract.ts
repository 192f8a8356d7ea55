import { z } from 'zod'
import { exampleActor } from '../contract/account.ts'
import { createdBy, createdByParameter } from '../contract/created-by.ts'
import { operation, type OutputOf } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { fieldsParameter, listOf, pageParameters, sortParameters } from '../contract/lists.ts'
import type { OpenIdScope } from '../contract/openid-scopes.ts'
import { exampleSecret, secretSchema } from '../contract/secret.ts'
import { lineOfText, timestamp } from '../contract/text.ts'
import { authMethod, clientScopes, grantTypes, jwks, redirectUris, subjectDn } from './client-metadata.contract.ts'

const name = lineOfText(1, 200).meta({
  description: 'Name that people see when they consent.',
  examples: ['Dashboard'],
})
const type = z.enum(['confidential', 'public']).meta({
  description:
    'Whether the client can keep a secret: `confidential` for a server, `public` for an app on a device or in a browser.',
  examples: ['confidential'],
})

/** Returns the schemas of an OAuth client, in an application with this foundation. */
function oauthClientSchemas<S extends string, R extends string>(foundation: Foundation<S, R>) {
  const { access } = foundation
  const { oauthClient: secretPrefix } = foundation.naming.secretPrefixes
  const scopes = clientScopes(access)
  const someScopes: (S | OpenIdScope)[] = ['openid', 'email', access.scopeNames[0]]
  const exampleClient = {
    client_id: exampleId(idPrefixes.oauthClient),
    name: 'Dashboard',
    type: 'confidential',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: ['https://app.example.com/callback'],
    scopes: someScopes,
    token_endpoint_auth_method: 'client_secret_basic',
    tls_client_auth_subject_dn: null,
    jwks: null,
    created_by: exampleActor(foundation),
    created_at: '2026-11-21T09:30:00.000Z',
    updated_at: '2026-11-21T09:30:00.000Z',
  }

  const secret = secretSchema(
    secretPrefix,
    'The secret, shown only once, because only its hash is stored. Absent for a client without a secret.',
  )

  const oauthClient = z
    .object({
      client_id: idSchema(idPrefixes.oauthClient, 'the client'),
      name,
      type,
      grant_types: grantTypes,
      redirect_uris: redirectUris,
      scopes,
      token_endpoint_auth_method: authMethod,
      tls_client_auth_subject_dn: subjectDn,
      jwks,
      created_by: createdBy(foundation),
      created_at: timestamp.meta({ description: 'When the client was registered.' }),
      updated_at: timestamp.meta({ description: 'When the client last changed.' }),
    })
    .meta({ id: 'OAuthClient', description: 'An OAuth client, without its secret.', examples: [{ ...exampleClient }] })

  const clientWithSecret = oauthClient
    .extend({
      client_secret: secret.optional().meta(secret.meta()!),
    })
    .meta({
      id: 'OAuthClientWithSecret',
      description: 'An OAuth client and its secret, shown only once.',
      examples: [{ ...exampleClient, client_secret: exampleSecret(secretPrefix) }],
    })

  return { scopes, someScopes, oauthClient, clientWithSecret }
}

/** Returns the contract of the resource of OAuth clients. */
export function oauthClientsContract<S extends string, R extends string>(foundation: Foundation<S, R>) {
  const { access, basePath } = foundation
  const { scopes, someScopes, oauthClient, clientWithSecret } = oauthClientSchemas(foundation)
  const clientPath = { client_id: idSchema(idPrefixes.oauthClient, 'the client') }

  return resource({
    name: 'oauthClients',
    noun: 'OAuth client',
    title: 'OAuth clients',
    description: 'Apps that get access tokens from the authorization server, for people or for themselves.',
    events: {},
    operations: {
      list: operation({
        method: 'GET',
        path: `${basePath}/oauth-clients`,
        summary: 'List OAuth clients',
        description: 'Clients that are not deleted, newest first unless sorted otherwise.',
        scope: access.scopeFor.clients,
        query: {
          ...pageParameters,
          ...sortParameters(['created_at', 'name', 'client_id']),
          created_by: createdByParameter(foundation),
          fields: fieldsParameter(oauthClient, 'client_id'),
        },
        output: listOf(oauthClient, 'OAuthClient', 'client_id'),
      }),
      create: operation({
        method: 'POST',
        path: `${basePath}/oauth-clients`,
        summary: 'Register an OAuth client',
        security: 'client.created',
        description:
          'Registers a client and returns its secret, which is shown only once. A caller can register and change only clients whose scopes it holds itself.',
        scope: access.scopeFor.clients,
        power: ['client after'],
        body: {
          name,
          type,
          grant_types: grantTypes,
          redirect_uris: redirectUris.default([]).meta({
            description:
              'Addresses to which the authorization server may redirect; `authorization_code` needs one. Default: none.',
            examples: [['https://app.example.com/callback']],
          }),
          scopes,
          token_endpoint_auth_method: authMethod.optional().meta({
            description:
              'How the client authenticates. Default: `client_secret_basic`, and `none` for a public client.',
            examples: ['client_secret_basic'],
          }),
          tls_client_auth_subject_dn: subjectDn.default(null),
          jwks: jwks.default(null),
        },
        example: {
          name: 'Dashboard',
          type: 'confidential',
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: ['https://app.example.com/callback'],
          scopes: someScopes as never[],
        },
        output: clientWithSecret,
        status: 201,
        location: `${basePath}/oauth-clients/{client_id}`,
        errors: ['limit-reached'],
        cacheControl: 'no-store',
      }),
      get: operation({
        method: 'GET',
        path: `${basePath}/oauth-clients/{client_id}`,
        summary: 'Get an OAuth client',
        description: 'One client, without its secret.',
        scope: access.scopeFor.clients,
        params: clientPath,
        output: oauthClient,
        errors: ['gone'],
      }),
      update: operation({
        method: 'PATCH',
        path: `${basePath}/oauth-clients/{client_id}`,
        summary: 'Change an OAuth client',
        security: 'client.updated',
        description:
          'Changes the members that are sent (JSON Merge Patch, RFC 7396); the client must make sense as a whole. A client that changes to a method with a secret gets one from `rotate-secret`. New scopes end a secret that was shown to a caller without them.',
        scope: access.scopeFor.clients,
        power: ['client before', 'client after'],
        params: clientPath,
        body: {
          name: name.optional(),
          grant_types: grantTypes.optional(),
          redirect_uris: redirectUris.optional(),
          scopes: scopes.optional(),
          token_endpoint_auth_method: authMethod.optional(),
          tls_client_auth_subject_dn: subjectDn.optional(),
          jwks: jwks.optional(),
        },
        example: { name: 'Dashboard 2' },
        output: oauthClient,
        errors: ['gone', 'conflict'],
      }),
      delete: operation({
        method: 'DELETE',
        path: `${basePath}/oauth-clients/{client_id}`,
        summary: 'Delete an OAuth client',
        security: 'client.deleted',
        description: 'Ends the client and every token it was given. For 30 days the path answers 410, then 404.',
        scope: access.scopeFor.clients,
        power: ['client before'],
        params: clientPath,
        errors: ['gone'],
      }),
      rotateSecret: operation({
        method: 'POST',
        path: `${basePath}/oauth-clients/{client_id}/rotate-secret`,
        summary: "Rotate a client's secret",
        security: 'client.secret_rotated',
        description: 'Gives the client a new secret, shown only once. The old one ends at once.',
        scope: access.scopeFor.clients,
        power: ['client before'],
        params: clientPath,
        output: clientWithSecret,
        status: 200,
        errors: ['gone', 'conflict'],
        cacheControl: 'no-store',
      }),
    },
  })
}

export type OAuthClients = ReturnType<typeof oauthClientsContract>
export type OAuthClientRecord = OutputOf<OAuthClients['operations']['get']>
