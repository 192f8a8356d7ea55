import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream'

/** How long a message stays, in seconds: longer than a reader takes to come back to its place. */
const AGE = 300

/** Most bytes that stay. */
const SIZE = 64 * 1_024 * 1_024

/** How long the name of a message is remembered, in seconds. */
const DUPLICATES = 120

const NANOSECONDS = 1e9

/** What messages of a stream are addressed to. */
export const subjectOf = (stream: string) => `${stream}.log`

/** Finds a stream, or makes it. One that is there stays as it is, so that whoever runs the broker may have made it otherwise. */
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
