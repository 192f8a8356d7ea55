import { emailKey } from '../contract/email-key.ts'
import type { Action } from '../operation/action.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import type { Account } from './account.ts'
import { isCommonPassword } from './common-passwords.ts'
import { guessableFault } from './guessable-password.ts'

type Whose = Pick<Account, 'name' | 'email'>

/** Throws `validation-failed` for a password that is guessed: a common one, or one that tells whose it is. `password` is the member of the body. */
export function requireSoundPassword(
  { naming }: Pick<Action<unknown>, 'naming'>,
  password: string,
  whose: Whose,
): void {
  const found = weaknessOf(password, whose, naming.title)
  if (found) throw invalid('body', [fault('body', ['password'], ...found)])
}

function weaknessOf(
  password: string,
  whose: Whose,
  service: string,
): readonly [code: string, message: string] | undefined {
  if (emailKey(password.trim()) === emailKey(whose.email)) return ['same-as-email', 'must not be the e-mail address']
  const guessable = guessableFault(password, { ...whose, service })
  if (guessable) return guessable
  return isCommonPassword(password) ? ['common', 'is among the first that are tried; choose another one'] : undefined
}
