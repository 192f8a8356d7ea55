import { errorKind } from '@roster/core/contract'

export const invalidTransition = errorKind({
  code: 'invalid-transition',
  status: 409,
  title: 'Invalid transition',
  description: 'The order cannot move from its present status to the requested one.',
  remedy: 'Read the order: `detail` names the statuses it can move to.',
})
