import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream'

/** How long a message is kept, in seconds: longer than a reader takes to return to its position. */
const AGE = 300

/** Most bytes that a stream keeps. */
const SIZE = 64 * 1_024 * 1_024

/** How long the identifier of a message is remembered, in seconds. */
const DUPLICATES = 120

const NANOSECONDS = 1e9

/** Returns the subject of a stream's messages. */
export const subjectOf = (stream: string) => `${stream}.log`

/** Returns a stream, and creates it if it is missing. An existing stream stays as it is, so that the operator of the broker can configure it otherwise. */
export async function openStream(manager: JetStreamManager, name: string): Promise<StreamInfo> {
  const known = await manager.streams.info(name).catch(unlessMissing)
  return (
    known ??
    manager.streams.add({
      name,
      subjects: [subjectOf(name)],
      max_age: AGE * NANOSECONDS,
      max_bytes: SIZE,
      duplicate_window: DUPLICATES * NANOSECONDS,
    })
  )
}

function unlessMissing(error: unknown): undefined {
  if ((error as Error).name !== 'StreamNotFoundError') throw error
}
