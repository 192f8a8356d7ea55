import type { z } from 'zod'
import { exampleOf } from './example.ts'
import { exampleId, opaqueId, prefixOfId } from './ids.ts'

/** Schema of an account's record, which examples use; absent in an application without accounts. */
export interface Accounts {
  readonly account?: z.ZodObject | undefined
}

/** Returns the identifier of the first, second, … account in examples. An example in another form than the core's identifiers serves for every index. */
export function exampleAccountId({ account }: Accounts, index = 1): string {
  const example = (account && exampleOf(account)) as { id: string } | undefined
  const id = example?.id ?? exampleId('acc')
  const prefix = prefixOfId(id)
  return prefix === undefined ? id : exampleId(prefix, index)
}

/** Schema of the identifier of an account. */
export const accountId = (accounts: Accounts, what: string) => opaqueId(exampleAccountId(accounts), what)

/** Returns the actor in examples: a user with an account. */
export const exampleActor = (accounts: Accounts, index = 1) =>
  ({ type: 'user', id: exampleAccountId(accounts, index) }) as const
