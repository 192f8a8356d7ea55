import type { FastifyReply, FastifyRequest } from 'fastify'
import { authErrorPage } from '../../pages/auth-error.ts'
import { mayBeOwnForm } from '../own-origin.ts'
import { sendPage } from './show-page.ts'

/** Makes the hook that refuses a form that a page of another origin sends, with a page, before anything is read of it. */
export function ownFormsOnly(baseUrl: string) {
  const { origin } = new URL(baseUrl)
  const page = authErrorPage({ error: 'access_denied', description: `Forms are taken from pages of ${origin} only.` })
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    mayBeOwnForm(headers, origin) ? undefined : sendPage(reply, { page, status: 403 })
}
