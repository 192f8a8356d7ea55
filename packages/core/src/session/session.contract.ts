import { z } from 'zod'
import { operation } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import { exampleOf } from '../contract/example.ts'
import { givenPassword } from '../contract/password.ts'
import { timestamp } from '../contract/text.ts'

const exampleToken = 'pX9wq1lKq0T8b4mC7s2Yd5vR3nJ6hF0eA1uZ4xG8oWk'

const EMAIL = 'ada@example.com'

/** Returns the contract of the resource `session`: sign-ins with a browser. */
export function sessionContract<Account extends z.ZodObject>({
  basePath,
  account,
}: Pick<Foundation<string, string, Account>, 'basePath' | 'account'>) {
  const sessionRecord = z
    .object({
      user: account.meta({ description: 'Who is signed in.' }),
      csrf_token: z
        .string()
        .max(43)
        .meta({
          pattern: '^[\\w-]{43}$',
          description: 'Value of `X-CSRF-Token`, which every change with the session cookie needs.',
          examples: [exampleToken],
        }),
      expires_at: timestamp.meta({ description: 'When the session ends: 12 hours after the sign-in.' }),
    })
    .meta({
      id: 'Session',
      description: 'A browser session. Its token is in an HttpOnly cookie, where no script can read it.',
      examples: [{ user: exampleOf(account), csrf_token: exampleToken, expires_at: '2026-11-21T21:30:00.000Z' }],
    })

  return resource({
    name: 'session',
    title: 'Session',
    description: 'Signing in with a browser, for pages of this service. Programs use API keys or access tokens.',
    events: {},
    operations: {},
    rest: {
      create: operation({
        method: 'POST',
        path: `${basePath}/session`,
        summary: 'Sign in',
        security: 'sign_in',
        description:
          'Opens a session for an e-mail address and its password, and sets its cookie. The response to a wrong password, an unknown address and a user who may not sign in is the same 401; after 10 of them within 15 minutes it is 429.',
        scope: 'none',
        body: {
          email: z
            .string()
            .max(254)
            .meta({
              pattern: String.raw`^[\s\S]*$`,
              description: 'E-mail address of the user, in any notation.',
              examples: [EMAIL],
            }),
          password: givenPassword,
        },
        example: { email: EMAIL, password: 'correct horse battery staple' },
        output: sessionRecord,
        status: 201,
        location: `${basePath}/session`,
        cookie: ({ token, expires_at }) => ({ value: token, expires_at }),
        cacheControl: 'no-store',
      }),
      get: operation({
        method: 'GET',
        path: `${basePath}/session`,
        summary: 'Get the session',
        description: 'The session whose cookie the request carries. Answers 404 for any other credential.',
        scope: 'any',
        output: sessionRecord,
        errors: ['not-found'],
        cacheControl: 'no-store',
      }),
      delete: operation({
        method: 'DELETE',
        path: `${basePath}/session`,
        summary: 'Sign out',
        security: 'sign_out',
        description: 'Ends the session at once, and removes its cookie. Access tokens stay valid.',
        scope: 'any',
        errors: ['not-found'],
        cookie: () => null,
      }),
    },
  })
}
