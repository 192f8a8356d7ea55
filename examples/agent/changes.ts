import type { CallTool } from './tools.ts'

interface Change {
  cursor: string
  event: string
  data: Record<string, string>
}

/** Yields the changes after a cursor, in order and without gaps. Keep the cursor of the last change, and start the next call from it. */
export async function* changesSince(call: CallTool, cursor: string): AsyncGenerator<Change> {
  for (let after: string | null = cursor; after !== null;) {
    const page: { data: Change[]; next_cursor: string | null } = await call('list_changes', { after, limit: 100 })
    yield* page.data
    after = page.next_cursor
  }
}

/** Returns the cursor of the latest change, or an empty string when the log has none. */
export async function lastChange(call: CallTool): Promise<string> {
  let last = ''
  for await (const { cursor } of changesSince(call, '')) last = cursor
  return last
}
