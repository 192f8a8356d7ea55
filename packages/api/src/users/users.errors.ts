import { errorKind } from '@roster/core/contract'

export const emailTaken = errorKind({
  code: 'email-taken',
  status: 409,
  title: 'E-mail taken',
  description: 'Another user record holds this e-mail address. Case, width and domain notation make no difference.',
  remedy: 'Use another address, or change the record that holds it.',
})

export const lastAdmin = errorKind({
  code: 'last-admin',
  status: 409,
  title: 'Last administrator',
  description: 'The last active administrator cannot be deleted, suspended or demoted.',
  remedy: 'Make another user an active administrator first.',
})
