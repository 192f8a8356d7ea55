import { APIError, type Order, type Roster } from '@roster/sdk'

const tea = { sku: 'TEA-250', name: 'Green tea, 250 g', quantity: 2, unit_amount: 1_250 }

/** Places an order once for a key, however often it is called: keep the key with the cart, and it holds over restarts too. */
export function placeOnce(roster: Roster, userId: string, idempotencyKey: string): Promise<Order> {
  return roster.orders.create(userId, { currency: 'EUR', items: [tea] }, { idempotencyKey })
}

/** Moves an order as far as it goes, and one step too far. */
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

/** `code` is a union of all codes there are, so that the compiler knows which names are none. */
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
