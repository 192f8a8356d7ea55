import type { Signer } from '@roster/core/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Client, Interaction, Provider } from 'oidc-provider'
import { authErrorPage } from '../pages/auth-error.ts'
import type { Gateway } from '../context/request-context.ts'
import { consent } from './consent.ts'
import { formOf } from './forms.ts'
import { ownFormsOnly } from './own-forms.ts'
import type { LiveProvider } from './live-provider.ts'
import { type OAuthRequest, oauthRequest, publicAddress } from './oauth-request.ts'
import type { ProviderOptions } from './options.ts'
import type { Prompt, PromptResult, Step } from './prompt.ts'
import { sendPage } from './show-page.ts'
import { signIn } from './sign-in.ts'
import { errors } from './library-errors.ts'

const PROMPTS: Record<string, Prompt> = { login: signIn, consent }

/** Serves the pages for sign-in and consent at `/interaction/{uid}`. Each interaction belongs to the browser that began it. */
export function serveInteractions(
  scope: FastifyInstance,
  options: ProviderOptions,
  live: LiveProvider,
  gateway: Gateway,
): void {
  const { baseUrl, services } = gateway
  const address = publicAddress(gateway)

  scope.get('/interaction/:uid', (request, reply) => run(request, reply, (prompt, step) => prompt.show(step)))
  scope.post('/interaction/:uid', { onRequest: ownFormsOnly(gateway) }, (request, reply) =>
    run(request, reply, (prompt, step) => {
      const form = formOf(request)
      if (!isGenuine(options.signer, step, form))
        throw new errors.InvalidRequest('the form is not of this page, or too old')
      return prompt.answer(step, form)
    }),
  )

  async function run(
    request: FastifyRequest,
    reply: FastifyReply,
    ask: (prompt: Prompt, step: Step) => Promise<PromptResult>,
  ): Promise<FastifyReply> {
    const provider = await live()
    const made = oauthRequest(request, reply, { path: request.url, search: '' }, address, 'text/html')
    try {
      const step = await stepOf(provider, request, made, reply)
      const result = await ask(PROMPTS[step.interaction.prompt.name]!, step)
      if ('page' in result) return sendPage(reply, address.title, result, redirectsOf(step))
      return reply
        .headers(result.headers ?? {})
        .redirect(await provider.interactionResult(made, reply.raw, result.result), 303)
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error
      const { error: code, error_description: description = '' } = error
      return sendPage(reply, address.title, {
        page: authErrorPage({ error: code, description }),
        status: error.statusCode,
      })
    }
  }

  async function stepOf(
    provider: Provider,
    request: FastifyRequest,
    made: OAuthRequest,
    reply: FastifyReply,
  ): Promise<Step> {
    const { uid } = request.params as { uid: string }
    const interaction = await provider.interactionDetails(made, reply.raw)
    if (interaction.uid !== uid) throw new errors.SessionNotFound('this page belongs to another sign-in')
    const form = { action: `${baseUrl}/interaction/${uid}`, csrf: options.signer.sign(uid) }
    const by = { address: request.ip, cookies: request.headers.cookie, query: services.database.query }
    const session = await provider.Session.get(provider.createContext(made, reply.raw))
    const client = await clientOf(provider, interaction)
    return { title: address.title, options, provider, interaction, client, session, form, by, log: request.log }
  }
}

const isGenuine = (signer: Signer, { interaction }: Step, form: URLSearchParams) =>
  signer.open(form.get('xsrf') ?? '') === interaction.uid

/** Returns the client that asks. Throws when it was deleted, or lost the redirect URI, after it asked: the library does not look again. */
async function clientOf(provider: Provider, { params }: Interaction): Promise<Client> {
  const client = await provider.Client.find(params['client_id'] as string)
  if (!client) throw new errors.InvalidClient('client is invalid')
  const address = params['redirect_uri'] as string | undefined
  if (address !== undefined && !client.redirectUriAllowed(address)) throw new errors.InvalidRedirectUri()
  return client
}

/** Returns the client's redirect URI, for the page's policy: browsers check all redirects after a form against the policy of its page. */
function redirectsOf({ interaction }: Step): string[] {
  const address = interaction.params['redirect_uri']
  return typeof address === 'string' ? [address] : []
}
