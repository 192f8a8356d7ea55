import type { CallTool } from './tools.ts'

interface Change {
  cursor: string
  event: string
  data: Record<string, string>
}

/** What has happened since a cursor, in order and without gaps. Keep the cursor of the last one, and go on from there. */
export async function* changesSince(call: CallTool, cursor: string): AsyncGenerator<Change> {
  for (let after: string | null = cursor; after !== null;) {
    const page: { data: Change[]; next_cursor: string | null } = await call('list_changes', { after, limit: 100 })
    yield* page.data
    after = page.next_cursor
  }
}

/** The cursor of what has happened last; empty where nothing has. */
export async function lastChange(call: CallTool): Promise<string> {
  let last = ''
  for await (const { cursor } of changesSince(call, '')) last = cursor
  return last
}
