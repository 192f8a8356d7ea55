import type { Account } from '@roster/core'
import { emailKey, Problem } from '@roster/core/contract'
import { signInPage } from '../pages/sign-in.ts'
import { accountOf, logSecurity } from '../logs/security-log.ts'
import { holderId } from './holder.ts'
import type { Prompt, PromptResult, Step } from './prompt.ts'

const WRONG = 'E-mail address or password is wrong.'

/** Prompt that asks the user to sign in. */
export const signIn: Prompt = {
  async show(step) {
    const hint = step.interaction.params['login_hint']
    return { page: pageOf(step, { email: typeof hint === 'string' ? hint : undefined }) }
  },

  async answer(step, form) {
    const [email, password] = [form.get('email') ?? '', form.get('password') ?? '']
    try {
      const account = await told(step, email, () => prove(step, email, password))
      return account ? await enter(step, account, email) : { page: pageOf(step, { email, error: WRONG }), status: 400 }
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429) throw error
      return { page: pageOf(step, { email, error: error.message }), status: 429, headers: retryAfter(error) }
    }
  },
}

function prove({ options: { accounts, attempts }, by }: Step, email: string, password: string) {
  return attempts.signIn.attempt(accountName(email), by, () => accounts.signIn(email, password))
}

/** Returns the name that attempts are counted by: the e-mail address of the account in one form, however it is written. */
const accountName = (email: string) => emailKey(email) ?? email

/** Runs an attempt to sign in and writes its line in the security log. */
async function told(
  { log, by: { address } }: Step,
  email: string,
  attempt: () => Promise<Account | undefined>,
): Promise<Account | undefined> {
  let account: Account | undefined
  try {
    return (account = await attempt())
  } finally {
    const actor = account ? ({ type: 'user', id: account.id } as const) : null
    const succeeded = account !== undefined
    logSecurity(log, { event: 'sign_in', succeeded, actor, target: null, address, account: accountOf(email) })
  }
}

async function enter(step: Step, account: Account, email: string): Promise<PromptResult> {
  const accountId = holderId(account)
  await leaveFormerSignIn(step, accountId)
  const cookie = await step.options.attempts.signIn.remember(accountName(email), step.by)
  // Without `ts` the library would take the time of the consent that follows for that of the sign-in.
  const login = { accountId, amr: ['pwd'], ts: Math.floor(Date.now() / 1_000) }
  return { result: { login }, ...(cookie && { headers: { 'set-cookie': cookie } }) }
}

const retryAfter = ({ headers }: Problem) => ({ 'retry-after': String(headers['retry-after']) })

const pageOf = ({ title, form, client }: Step, shown: { email?: string | undefined; error?: string }) =>
  signInPage({ ...form, ...shown, service: title, clientName: client.clientName })

/** Ends the sign-in of another user in this browser. The library would do so by a form that a script sends. */
async function leaveFormerSignIn({ options, interaction, session }: Step, accountId: string): Promise<void> {
  const isOther = session.accountId !== undefined && session.accountId !== accountId
  if (isOther) await options.artifacts.endSignIn(session.uid)
  // The library would refuse a sign-in other than the one that the page was opened with.
  delete (interaction as { session?: unknown }).session
  await interaction.persist()
}
