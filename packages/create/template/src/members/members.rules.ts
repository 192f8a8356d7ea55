import { emailKey, Problem } from '@roster/core/contract'
import type { Situation } from '@roster/sdk/testing'
import { emailTaken, type MemberRecord } from './members.contract.ts'

/** The status of a new member. */
export const joined = { status: 'active' } as const

export const addressTaken = () => new Problem(emailTaken, 'Another member has this e-mail address. Use another one.')

function requireOwnAddress({ next, others }: Situation<MemberRecord>): void {
  if (others.some((other) => emailKey(other.email) === emailKey(next.email))) throw addressTaken()
}

/** The rules for the mock, which are not in the contract. */
export const rules = {
  'members.create': (situation: Situation<MemberRecord>) => {
    requireOwnAddress(situation)
    return joined
  },
  'members.update': requireOwnAddress,
}
