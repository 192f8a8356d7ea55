import type { FastifyBaseLogger } from 'fastify'
import type { Interaction, InteractionResults, Provider, Session } from 'oidc-provider'
import type { Attempter } from '../auth/sign-in-throttle.ts'
import type { ProviderOptions } from './options.ts'
import type { SentPage } from './show-page.ts'

/** What a person is asked for, and has answered. */
export interface Step {
  /** What the service is called, on its pages. */
  title: string
  options: ProviderOptions
  provider: Provider
  interaction: Interaction
  /** What is known of the browser by now, whatever it was when the page was opened: another tab may have signed in. */
  session: Session
  /** Where the form of the page goes, and its token. */
  form: { action: string; csrf: string }
  /** Whom throttles count. */
  by: Attempter
  log: FastifyBaseLogger
}

/** How a step goes on: with a page, or with a result that the library takes over. */
export type PromptResult = SentPage | { result: InteractionResults; headers?: Record<string, string> }

/** A thing that people are asked for. */
export interface Prompt {
  show(step: Step): Promise<PromptResult>
  answer(step: Step, form: URLSearchParams): Promise<PromptResult>
}
