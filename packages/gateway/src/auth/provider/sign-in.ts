import { signInPage } from '../../pages/sign-in.ts'
import { holderId } from './holder.ts'
import type { Outcome, Prompt, Step } from './interactions.ts'

const WRONG = 'E-mail address or password is wrong.'

/** Asks who somebody is. */
export const signIn: Prompt = {
  async show(step) {
    const hint = step.interaction.params['login_hint']
    return { page: await pageOf(step, { email: typeof hint === 'string' ? hint : undefined }) }
  },

  async answer(step, form) {
    const { options, address } = step
    const [email, password] = [form.get('email') ?? '', form.get('password') ?? '']
    const wait = await options.attempts.signIn.wait({ email, address })
    if (wait !== undefined) return tooMany(step, email, wait)
    const account = await options.accounts.signIn(email, password)
    if (!account) {
      await options.attempts.signIn.fail({ email, address })
      return { page: await pageOf(step, { email, error: WRONG }), status: 400 }
    }
    const accountId = holderId(account)
    await leaveFormerSignIn(step, accountId)
    return { result: { login: { accountId, amr: ['pwd'] } } }
  },
}

async function tooMany(step: Step, email: string, wait: number): Promise<Outcome> {
  const minutes = Math.ceil(wait / 60)
  const error = `Too many tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return { page: await pageOf(step, { email, error }), status: 429, headers: { 'retry-after': String(wait) } }
}

async function pageOf({ form, provider, interaction }: Step, shown: { email?: string | undefined; error?: string }) {
  const client = await provider.Client.find(interaction.params['client_id'] as string)
  return signInPage({ ...form, ...shown, clientName: client?.clientName })
}

/** Ends the sign-in of somebody else in this browser; the library would do so by a form that a script sends. */
async function leaveFormerSignIn({ provider, interaction }: Step, accountId: string): Promise<void> {
  const { session } = interaction
  if (!session?.uid || session.accountId === accountId) return
  const former = await provider.Session.findByUid(session.uid)
  await former?.destroy()
  delete (interaction as { session?: unknown }).session
  await interaction.persist()
}
