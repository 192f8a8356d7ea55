import { connectTo } from '../nats/connect.ts'
import { adviceOf } from '../nats/nats.ts'
import { fault, type Finding, fine, type Patient } from './finding.ts'

/** Checks whether the broker of events answers and keeps streams, if the settings name one. */
export async function examineBroker({ application, settings, called }: Patient): Promise<Finding[]> {
  if (settings.EVENTS_URL === undefined) return []
  const { jetstreamManager } = await import('@nats-io/jetstream')
  try {
    const connection = await connectTo(settings.EVENTS_URL, application.naming.slug)
    try {
      await jetstreamManager(connection)
    } finally {
      await connection.close()
    }
    return [fine('The broker of events answers.')]
  } catch (error) {
    return [fault(`${called('EVENTS_URL')}: ${adviceOf(error)} (${(error as Error).message})`)]
  }
}
