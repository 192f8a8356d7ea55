import { APIError, type Order, type Roster } from '@roster/sdk'

const tea = { sku: 'TEA-250', name: 'Green tea, 250 g', quantity: 2, unit_amount: 1_250 }

/** Places one order per idempotency key, however often it is called. Store the key with the cart, so that it outlives a restart. */
export function placeOnce(roster: Roster, userId: string, idempotencyKey: string): Promise<Order> {
  return roster.orders.create(userId, { currency: 'EUR', items: [tea] }, { idempotencyKey })
}

/** Moves an order to `paid` and `shipped`, then tries `pending`, which the service refuses. Returns a line for each step. */
export async function ship(roster: Roster, userId: string, orderId: string): Promise<string[]> {
  const lines: string[] = []
  for (const status of ['paid', 'shipped', 'pending'] as const) {
    try {
      const order = await roster.orders.update(userId, orderId, { status })
      lines.push(`The order is ${order.status}`)
    } catch (error) {
      if (!(error instanceof APIError)) throw error
      lines.push(describe(error))
    }
  }
  return lines
}

/** Returns a text for an error. `code` is a union of all error codes, so the compiler rejects a misspelt one. */
function describe(error: APIError): string {
  switch (error.code) {
    case 'invalid-transition':
      return `It stays as it is: ${error.detail}`
    case 'not-found':
      return 'There is no such order'
    default:
      throw error
  }
}
