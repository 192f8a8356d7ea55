import type { FastifyBaseLogger } from 'fastify'
import type { Interaction, InteractionResults, Provider } from 'oidc-provider'
import type { ProviderOptions } from './options.ts'

/** What a person is asked for, and has answered. */
export interface Step {
  options: ProviderOptions
  provider: Provider
  interaction: Interaction
  /** Where the form of the page goes, and its token. */
  form: { action: string; csrf: string }
  /** Whom throttles count. */
  address: string
  log: FastifyBaseLogger
}

/** How a step goes on: with a page, or with a result that the library takes over. */
export type Outcome =
  | { page: string; status?: number; headers?: Record<string, string> }
  | { result: InteractionResults }

/** A thing that people are asked for. */
export interface Prompt {
  show(step: Step): Promise<Outcome>
  answer(step: Step, form: URLSearchParams): Promise<Outcome>
}
