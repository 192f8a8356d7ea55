/** Statuses that an order may move to, by its present status. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  pending: ['paid', 'cancelled'],
  paid: ['shipped', 'cancelled', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: [],
  refunded: [],
}

/** Returns why an order cannot move from one status to another, or to the same; undefined when it can. */
export function refusedMove(from: string, to: string): string | undefined {
  const open = MOVES[from] ?? []
  if (open.includes(to)) return undefined
  const instead = open.length > 0 ? `It can move to ${open.join(' or ')}.` : 'It cannot move any more.'
  return `The order is ${from} and cannot move to ${to}. ${instead}`
}

/** Returns the members of a new order that the service computes. */
export function placed({ id, items }: { id: string; items: readonly Item[] }) {
  return { number: numberOf(id), status: 'pending', total_amount: totalOf(items) } as const
}

interface Item {
  quantity: number
  unit_amount: number
}

/** Returns the sum of the items, in minor units. */
function totalOf(items: readonly Item[]): number {
  return items.reduce((total, { quantity, unit_amount }) => total + quantity * unit_amount, 0)
}

/** Returns the fault of items whose sum is no exact number any more; undefined otherwise. Amounts are JSON numbers, which are exact up to 2^53 − 1. */
export function uncountable(items: readonly Item[]): readonly [code: string, message: string] | undefined {
  if (Number.isSafeInteger(totalOf(items))) return undefined
  return ['too-large', 'must not sum up to more than 9007199254740991 minor units']
}

/**
 * Returns the order number that people read out: parts of the identifier, half of it time, half of it random. Two orders rarely get the same; the second is then
 * placed again, with another identifier.
 */
export function numberOf(id: string): string {
  const part = id.slice(8, 14) + id.slice(-6)
  return `ORD-${part.slice(0, 4)}-${part.slice(4, 8)}-${part.slice(8)}`
}
