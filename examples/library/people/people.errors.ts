import { errorKind } from '@roster/core/contract'

export const mailTaken = errorKind({
  code: 'mail-taken',
  status: 409,
  title: 'Address taken',
  description: 'Somebody else in the library has this e-mail address.',
  remedy: 'Use another address, or change the record of who has it.',
})
