import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import { MAX_TARGET } from '../http/request-line.ts'
import type { Site } from '../naming/site.ts'
import { formOf } from './forms.ts'

/** Paths where clients may also post their request as a form. */
const PATHS = ['/authorize', '/logout']

/**
 * Serves requests of clients that come as a form (OpenID Connect Core, section 3.1.2.1; RP-Initiated Logout, section 2) by a redirect to the same
 * request as a GET. Browsers send the `SameSite=Lax` cookie of a sign-in with the redirect, but not with a form of another site.
 */
export function servePostedRequests(scope: FastifyInstance, { baseUrl }: Site): void {
  for (const path of PATHS)
    scope.post(path, { bodyLimit: MAX_TARGET }, async (request, reply) => {
      const target = `${baseUrl}${path}?${formOf(request).toString()}`
      if (target.length > MAX_TARGET)
        throw new Problem('payload-too-large', `The form is over ${MAX_TARGET} characters as an address.`)
      return reply.header('cache-control', 'no-store').redirect(target, 303)
    })
}
