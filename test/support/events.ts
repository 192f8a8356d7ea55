import type { Service } from './service.ts'

interface LoggedEvent {
  event: string
  user_id: string | null
  data: unknown
}

/** Runs work, and returns the events that it adds to the log, oldest first. */
export async function eventsOf(service: Service, run: () => Promise<unknown>): Promise<LoggedEvent[]> {
  const before = await readLog(service)
  await run()
  const after = await readLog(service)
  return after.slice(before.length)
}

function readLog({ database }: Service): Promise<LoggedEvent[]> {
  return database.query({ text: 'select event, user_id, data from events order by id' })
}
