import { emailKey } from '../contract/email-key.ts'
import type { Fault } from '../contract/fault.ts'
import type { Action } from '../operation/action.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import type { Account } from './account.ts'
import { isCommonPassword } from './common-passwords.ts'
import { guessableFault } from './guessable-password.ts'

type Whose = Pick<Account, 'name' | 'email'>

/**
 * Throws `validation-failed` for a password that is easy to guess: a common one, the e-mail address, repetitions of one character or word, or little more than
 * the names of its owner or service. `password` is the member of the body. `others` are faults of the same body, which are reported together with it.
 * Default: none.
 */
export function requireSoundPassword(
  { naming }: Pick<Action<unknown>, 'naming'>,
  password: string,
  whose: Whose,
  others: readonly Fault[] = [],
): void {
  const found = weaknessOf(password, whose, naming.title)
  const faults = found ? [fault('body', ['password'], ...found), ...others] : others
  if (faults.length > 0) throw invalid('body', faults)
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
