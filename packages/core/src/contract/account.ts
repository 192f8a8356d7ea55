import type { z } from 'zod'
import { exampleOf } from './example.ts'
import { exampleId, opaqueId, prefixOfId } from './ids.ts'

/** Of whom examples tell: the record of an account of the application; nothing where nobody has one. */
export interface Accounts {
  readonly account?: z.ZodObject | undefined
}

/** The identifier that examples use for the first, second, … who has an account. One that is not in the form of ours stands for all. */
export function exampleAccountId({ account }: Accounts, index = 1): string {
  const example = (account && exampleOf(account)) as { id: string } | undefined
  const id = example?.id ?? exampleId('acc')
  const prefix = prefixOfId(id)
  return prefix === undefined ? id : exampleId(prefix, index)
}

/** Schema of the identifier of an account. */
export const accountId = (accounts: Accounts, what: string) => opaqueId(exampleAccountId(accounts), what)

/** Who does or did something in examples. */
export const exampleActor = (accounts: Accounts, index = 1) =>
  ({ type: 'user', id: exampleAccountId(accounts, index) }) as const
