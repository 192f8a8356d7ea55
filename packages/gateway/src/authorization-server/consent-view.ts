import { isOpenIdScope } from '@roster/core/contract'
import type { AgentView, ConsentView } from '../pages/consent.ts'
import type { FormTarget } from '../pages/form.ts'
import { hostOf, isFromDocument } from './client-documents.ts'
import type { UserHolder } from './holder.ts'
import type { Step } from './prompt.ts'
import { wordsOf } from './scopes.ts'

/** Hosts at which a program on the user's own device receives the redirect (RFC 8252, section 7.3). */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the content of the page that asks whether a client may have these scopes. */
export function viewOf(
  step: Step,
  { user }: UserHolder,
  scopes: readonly string[],
): Omit<ConsentView, keyof FormTarget> {
  const { options, client, interaction } = step
  const { host, hostname } = new URL(interaction.params['redirect_uri'] as string)
  return {
    clientName: client.clientName ?? (isFromDocument(client) ? hostOf(client) : client.clientId),
    account: user,
    scopes: wordsOf(options, scopes, resourceOf(step)),
    redirectHost: host,
    isOnDevice: LOOPBACK.has(hostname),
    agent: resourceOf(step) === options.agents?.address ? agentOf(step, scopes) : undefined,
  }
}

function agentOf(step: Step, scopes: readonly string[]): AgentView {
  const { client } = step
  const reading = readingOf(step, scopes)
  const host = isFromDocument(client) ? hostOf(client) : undefined
  const canOnlyRead = reading.length < scopes.length && reading.some((scope) => !isOpenIdScope(scope))
  return { host, canOnlyRead }
}

/** Returns the given scopes that let an agent change nothing. */
export function readingOf({ options: { agents } }: Step, scopes: readonly string[]): string[] {
  return scopes.filter((scope) => isOpenIdScope(scope) || agents?.scopes.reading.includes(scope))
}

/** Returns the resource that a client asks for (RFC 8707). Default: the issuer. */
export const resourceOf = ({ interaction, provider }: Step): string =>
  [interaction.params['resource'] ?? provider.issuer].flat()[0] as string
