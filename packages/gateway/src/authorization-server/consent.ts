import { isOpenIdScope } from '@roster/core/contract'
import type { Grant, InteractionResults } from 'oidc-provider'
import { consentPage } from '../pages/consent.ts'
import { isFromDocument } from './client-documents.ts'
import { readingOf, resourceOf, viewOf } from './consent-view.ts'
import { findHolder, type UserHolder } from './holder.ts'
import type { Prompt, PromptResult, Step } from './prompt.ts'
import { holdable, scopesGranted, scopesIn } from './scopes.ts'
import { errors } from './library-errors.ts'

const DENIED: PromptResult = { result: { error: 'access_denied', error_description: 'the user denied access' } }
const NOTHING: PromptResult = {
  result: { error: 'invalid_scope', error_description: 'the user may grant none of these scopes' },
}

/** Prompt that asks the signed-in user whether a client may act for that user. */
export const consent: Prompt = {
  async show(step) {
    const holder = await holderOf(step)
    const scopes = await askHoldable(step, holder)
    if (scopes.length === 0) return NOTHING
    if (await isGranted(step, scopes)) return { result: { consent: {} } }
    // A user who confirmed the code of a device has seen the scopes and agreed.
    if (step.interaction.deviceCode !== undefined) return { result: await grant(step, holder, scopes) }
    return { page: consentPage({ ...step.form, ...viewOf(step, holder, scopes) }) }
  },

  async answer(step, form) {
    const decision = form.get('decision')
    if (decision !== 'allow' && decision !== 'read') return DENIED
    const holder = await holderOf(step)
    const asked = await askHoldable(step, holder)
    const scopes = decision === 'read' ? await askOnly(step, readingOf(step, asked)) : asked
    if (scopes.length === 0) return NOTHING
    // A user who limits an agent to reading takes back what the agent may do by now.
    if (decision === 'read') await endFormer(step, holder)
    return { result: await grant(step, holder, scopes) }
  },
}

async function holderOf({ options, interaction }: Step): Promise<UserHolder> {
  const holder = await findHolder(options.accounts.find, interaction.session?.accountId ?? '')
  if (!holder) throw new errors.SessionNotFound('this sign-in has ended')
  return holder
}

/** Reduces the requested scopes to those that the user may grant, and returns them. */
async function askHoldable(step: Step, { user }: UserHolder): Promise<string[]> {
  const { options, interaction } = step
  const asked = scopesIn(interaction.params['scope'])
  const scopes = holdable(options.access, asked, user.role)
  return scopes.length < asked.length ? askOnly(step, scopes) : scopes
}

/** Replaces the requested scopes with these, and returns them. */
async function askOnly({ interaction }: Step, scopes: string[]): Promise<string[]> {
  interaction.params['scope'] = scopes.join(' ')
  await interaction.persist()
  return scopes
}

/** Whether the client has all these scopes already, so that there is nothing to ask. */
async function isGranted(step: Step, scopes: string[]): Promise<boolean> {
  const former = await formerGrant(step)
  if (!former || step.interaction.prompt.reasons.includes('consent_prompt')) return false
  // Any program on the device could claim to be this client, which has no secret (RFC 8252, section 8.6).
  if (isFromDocument(step.client)) return false
  const granted = scopesGranted(former, [resourceOf(step)])
  return scopes.every((scope) => granted.has(scope))
}

async function grant(step: Step, holder: UserHolder, scopes: string[]): Promise<InteractionResults> {
  const { provider, client } = step
  const fresh = { accountId: holder.accountId, clientId: client.clientId }
  const made = (await formerGrant(step)) ?? new provider.Grant(fresh)
  made.addOIDCScope(scopes.filter(isOpenIdScope).join(' '))
  made.addResourceScope(resourceOf(step), scopes.join(' '))
  return { consent: { grantId: await made.save() } }
}

/** Ends all grants of the user to the client, from any browser, with their tokens. */
async function endFormer({ options, client, interaction }: Step, { user }: UserHolder): Promise<void> {
  const { grantId } = interaction
  // Ending the grant would also end the interaction that belongs to it.
  delete interaction.grantId
  await interaction.persist()
  if (grantId !== undefined) await options.artifacts.endGrant(grantId)
  await options.artifacts.endGrantsOf(user.id, client.clientId)
}

/** Returns the grant that the user's sign-in in this browser remembers for the client: a page in another tab may have made it since this one was opened. */
async function formerGrant({ provider, client, interaction, session }: Step): Promise<Grant | undefined> {
  const grantId = session.grantIdFor(client.clientId)
  const former = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  return former?.accountId === interaction.session?.accountId ? former : undefined
}
