import { changesSince, lastChange } from './changes.ts'
import { type CallTool, Refused } from './tools.ts'

const ORDER = {
  currency: 'EUR',
  items: [{ sku: 'TEA-250', name: 'Green tea, 250 g', quantity: 2, unit_amount: 1_250 }],
}

/** Runs the agent's task: orders tea for Ada, then reports the changes since its start. */
export async function orderTea(call: CallTool, say: (line: string) => void): Promise<void> {
  const before = await lastChange(call)
  const ada = await find(call, 'lovelace')
  say(`Found ${ada.name} <${ada.email}>`)

  const order = await call('place_order', { user_id: ada.id, ...ORDER })
  say(`Placed ${order.number}: ${order.total_amount} cents, ${order.status}`)
  // The connection may break before the response arrives. A repeated call gets the response of the first one.
  const again = await call('place_order', { user_id: ada.id, ...ORDER })
  say(`Sent again: ${again.id === order.id ? 'the same order' : 'another order'}`)

  await call('move_order', { user_id: ada.id, order_id: order.id, version: order.version, status: 'paid' })
  say('It is paid')
  await explained(call('move_order', { user_id: ada.id, order_id: order.id, status: 'pending' }), say)

  say('What has happened meanwhile:')
  for await (const { event, data } of changesSince(call, before)) say(`  ${event} ${data.number ?? data.name}`)
}

/** Returns the first user who matches a word. Creates Ada Lovelace when no user matches. */
async function find(call: CallTool, word: string) {
  const { data } = await call('find_users', { search: word, fields: 'id,name,email' })
  return data[0] ?? call('create_user', { name: 'Ada Lovelace', email: 'ada@example.com', role: 'viewer' })
}

/** Reports why the service refused a call, and the next step that the service advises. Rethrows any other error. */
async function explained(work: Promise<unknown>, say: (line: string) => void): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(`Refused (${error.code}): ${error.message}`)
    say(`  ${error.nextStep}`)
  }
}
