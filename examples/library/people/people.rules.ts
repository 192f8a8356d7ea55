import { emailKey } from '@roster/core/contract'

interface Addressed {
  mail: string
}

export const MAIL_TAKEN = 'Somebody else has this e-mail address. Use another one, or change that record.'

/** Whether another person has the same e-mail address. Two spellings with the same `emailKey` are the same address. */
export const isTaken = ({ mail }: Addressed, others: readonly Addressed[]): boolean =>
  others.some((other) => emailKey(other.mail) === emailKey(mail))
