import { isOpenIdScope } from '@roster/core/contract'
import type { Grant, InteractionResults } from 'oidc-provider'
import { consentPage } from '../pages/consent.ts'
import { findHolder, type UserHolder } from './holder.ts'
import type { Prompt, PromptResult, Step } from './prompt.ts'
import { holdable, scopesGranted, scopesIn, wordsOf } from './scopes.ts'
import { errors } from './library-errors.ts'

const DENIED: PromptResult = { result: { error: 'access_denied', error_description: 'the user denied access' } }
const NOTHING: PromptResult = {
  result: { error: 'invalid_scope', error_description: 'the user may grant none of these scopes' },
}

/** Asks whether a client may act for the user who has signed in. */
export const consent: Prompt = {
  async show(step) {
    const holder = await holderOf(step)
    const scopes = await askHoldable(step, holder)
    if (scopes.length === 0) return NOTHING
    if (await isGranted(step, scopes)) return { result: { consent: {} } }
    // Who has confirmed the code of a device was shown what it asks for, and has agreed.
    if (step.interaction.deviceCode !== undefined) return { result: await grant(step, holder, scopes) }
    const { client_id, redirect_uri } = step.interaction.params as { client_id: string; redirect_uri: string }
    const client = (await step.provider.Client.find(client_id))!
    const shown = {
      clientName: client.clientName ?? client_id,
      account: holder.user,
      scopes: wordsOf(step.options.access, scopes),
    }
    return { page: consentPage({ ...step.form, ...shown, redirectHost: new URL(redirect_uri).host }) }
  },

  async answer(step, form) {
    if (form.get('decision') !== 'allow') return DENIED
    const holder = await holderOf(step)
    const scopes = await askHoldable(step, holder)
    return scopes.length === 0 ? NOTHING : { result: await grant(step, holder, scopes) }
  },
}

async function holderOf({ options, interaction }: Step): Promise<UserHolder> {
  const holder = await findHolder(options.accounts.find, interaction.session?.accountId ?? '')
  if (!holder) throw new errors.SessionNotFound('this sign-in has ended')
  return holder
}

/** Cuts what is asked for to what the user may grant, and returns it. */
async function askHoldable({ options, interaction }: Step, { user }: UserHolder): Promise<string[]> {
  const asked = scopesIn(interaction.params['scope'])
  const scopes = holdable(options.access, asked, user.role)
  if (scopes.length < asked.length) {
    interaction.params['scope'] = scopes.join(' ')
    await interaction.persist()
  }
  return scopes
}

/** Whether the client has it all already, so that there is nothing to ask. */
async function isGranted(step: Step, scopes: string[]): Promise<boolean> {
  const former = await formerGrant(step)
  if (!former || step.interaction.prompt.reasons.includes('consent_prompt')) return false
  const granted = scopesGranted(former, step.provider.issuer)
  return scopes.every((scope) => granted.has(scope))
}

async function grant(step: Step, holder: UserHolder, scopes: string[]): Promise<InteractionResults> {
  const { provider, interaction } = step
  const clientId = interaction.params['client_id'] as string
  const made = (await formerGrant(step)) ?? new provider.Grant({ accountId: holder.accountId, clientId })
  made.addOIDCScope(scopes.filter(isOpenIdScope).join(' '))
  made.addResourceScope(provider.issuer, scopes.join(' '))
  return { consent: { grantId: await made.save() } }
}

async function formerGrant({ provider, interaction }: Step): Promise<Grant | undefined> {
  return interaction.grantId === undefined ? undefined : provider.Grant.find(interaction.grantId)
}
