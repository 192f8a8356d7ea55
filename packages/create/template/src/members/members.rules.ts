import { emailKey, Problem } from '@roster/core/contract'
import type { Situation } from '@roster/sdk/testing'
import { emailTaken, type MemberRecord } from './members.contract.ts'

/** What the service decides of who is added. */
export const joined = { status: 'active' } as const

export const addressTaken = () => new Problem(emailTaken, 'Another member has this e-mail address. Use another one.')

/** The same for the mock, which cannot tell it from the contract. */
export const rules = {
  'members.create': ({ next, others }: Situation<MemberRecord>) => {
    if (others.some((other) => emailKey(other.email) === emailKey(next.email))) throw addressTaken()
    return joined
  },
}
