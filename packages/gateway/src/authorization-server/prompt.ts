import type { FastifyBaseLogger } from 'fastify'
import type { Client, Interaction, InteractionResults, Provider, Session } from 'oidc-provider'
import type { Attempter } from '../auth/sign-in-throttle.ts'
import type { ProviderOptions } from './options.ts'
import type { SentPage } from './show-page.ts'

/** One step of an interaction, with all that a prompt needs. */
export interface Step {
  /** Name of the service, on its pages. */
  title: string
  options: ProviderOptions
  provider: Provider
  interaction: Interaction
  /** The client that asks, as it is now. */
  client: Client
  /** The browser's current session, which may differ from the session when the page was opened: another tab may have signed in. */
  session: Session
  /** URL that the page's form is sent to, and the token of the form. */
  form: { action: string; csrf: string }
  /** The client that throttles count. */
  by: Attempter
  log: FastifyBaseLogger
}

/** Outcome of a step: a page to show, or a result for the library. */
export type PromptResult = SentPage | { result: InteractionResults; headers?: Record<string, string> }

/** A question to the user: for a sign-in or for consent. */
export interface Prompt {
  show(step: Step): Promise<PromptResult>
  answer(step: Step, form: URLSearchParams): Promise<PromptResult>
}
