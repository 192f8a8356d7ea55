import { z } from 'zod'
import { operation, type OutputOf } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import type { Access } from '../contract/access.ts'
import type { Foundation } from '../contract/foundation.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { fieldsParameter, listOf, pageParameters, sortParameters } from '../contract/lists.ts'
import { lineOfText, timestamp } from '../contract/text.ts'
import { clientScopeNames } from '../oauth-clients/client-metadata.contract.ts'
import { MAX_USER_AGENT } from '../contract/user-agent.ts'

const SESSION_TYPES = ['browser', 'sign_in', 'grant'] as const
export type SessionType = (typeof SESSION_TYPES)[number]

const EXAMPLE_CLIENT = { client_id: exampleId(idPrefixes.oauthClient), name: 'Dashboard' }

const client = z
  .object({
    client_id: z
      .string()
      .min(1)
      .max(255)
      .meta({
        pattern: '^[!-~]+$',
        description: 'Identifier of the app; for an unregistered app the address of its metadata.',
        examples: [EXAMPLE_CLIENT.client_id],
      }),
    name: lineOfText(1, 255).meta({
      description: 'Name of the app; for an unregistered app the host of its metadata.',
      examples: [EXAMPLE_CLIENT.name],
    }),
  })
  .meta({ id: 'SessionClient', description: 'The app that holds a grant.', examples: [EXAMPLE_CLIENT] })

/** Returns the schema of a session, in an application with these access rules. */
function activeSessionOf<S extends string>(access: Access<S>) {
  const names = clientScopeNames(access)
  const exampleSession = {
    id: exampleId(idPrefixes.session),
    type: 'grant',
    created_at: '2026-11-21T09:30:00.000Z',
    last_used_at: '2026-11-21T11:02:00.000Z',
    expires_at: '2026-12-21T11:02:00.000Z',
    address: '203.0.113.7',
    user_agent: 'Dashboard/2.1 (Linux)',
    client: EXAMPLE_CLIENT,
    scopes: ['openid', access.scopeNames[0]],
    current: false,
  }

  return z
    .object({
      id: idSchema(idPrefixes.session, 'the session'),
      type: z.enum(SESSION_TYPES).meta({
        description:
          '`browser`: a session of this service in a browser. `sign_in`: a sign-in at the authorization server, which lets apps get grants without the ' +
          'password. `grant`: a grant to an app, with its refresh tokens.',
        examples: [exampleSession.type],
      }),
      created_at: timestamp.meta({ description: 'When the user signed in, or the app got its first tokens.' }),
      last_used_at: timestamp.meta({
        description: 'When it was last used, to the minute; for a grant, when the app last got tokens.',
        examples: [exampleSession.last_used_at],
      }),
      expires_at: timestamp.meta({
        description: 'When it expires; a grant only if the app gets no new tokens before.',
        examples: [exampleSession.expires_at],
      }),
      address: z
        .string()
        .max(45)
        .meta({ pattern: String.raw`^[\da-fA-F:.]+$` })
        .nullable()
        .meta({
          description: 'IP address of the sign-in, or of the app at its first tokens; null when unknown.',
          examples: [exampleSession.address],
        }),
      user_agent: z
        .string()
        .max(MAX_USER_AGENT)
        .meta({ pattern: '^[ -~]+$' })
        .nullable()
        .meta({
          description: '`User-Agent` of the browser or app at that time; null when it sent none.',
          examples: [exampleSession.user_agent],
        }),
      client: client.nullable().meta({
        description: 'The app that holds the grant; null for sessions of other types.',
        examples: [EXAMPLE_CLIENT],
      }),
      scopes: z
        .array(z.enum(names))
        .max(names.length)
        .nullable()
        .meta({
          description: 'What the app may do; null for sessions of other types, which may do all that the role may.',
          examples: [exampleSession.scopes],
        }),
      current: z
        .boolean()
        .meta({ description: 'Whether the credential of this request belongs to it.', examples: [false] }),
    })
    .meta({
      id: 'ActiveSession',
      description: 'A sign-in or grant that has not ended.',
      examples: [{ ...exampleSession }],
    })
}

/** Returns the contract of the resource `sessions`: where the caller's user is signed in. */
export function sessionsContract<S extends string, R extends string>({ access, basePath }: Foundation<S, R>) {
  const activeSession = activeSessionOf(access)

  return resource({
    name: 'sessions',
    title: 'Sessions',
    description:
      "Sign-ins of the caller's user and grants to apps, with time, address and client. A user sees only its own; a caller that acts as no user has none.",
    events: {},
    operations: {
      list: operation({
        method: 'GET',
        path: `${basePath}/sessions`,
        summary: 'List sessions',
        description:
          "Sessions and grants of the caller's user that have not ended, newest first unless sorted otherwise.",
        scope: 'any',
        query: { ...pageParameters, ...sortParameters(['created_at', 'id']), fields: fieldsParameter(activeSession) },
        output: listOf(activeSession, 'ActiveSession'),
      }),
      end: operation({
        method: 'DELETE',
        path: `${basePath}/sessions/{session_id}`,
        summary: 'End a session',
        description:
          'Ends a session or grant at once: a browser session with its cookie, tickets and open connections; a sign-in, but not the grants to ' +
          'apps from it; a grant with all its refresh and access tokens. A credential can end itself, and those with no more power than its own. For ' +
          '30 days the path answers 410, also for a sign-in that its browser signed out of, then 404. It answers 404 at once for one that ended in another way.',
        scope: 'any',
        power: ['session before'],
        security: 'session.ended',
        params: { session_id: idSchema(idPrefixes.session, 'the session') },
        errors: ['gone'],
      }),
    },
  })
}

export type Sessions = ReturnType<typeof sessionsContract>
export type ActiveSession = OutputOf<Sessions['operations']['list']>['data'][number]
