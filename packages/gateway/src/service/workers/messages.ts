import type { Worker } from 'node:cluster'

/** The measurements of a worker, as its registry returns them. */
export type Measurements = readonly Measurement[]

export interface Measurement {
  name: string
  type: string
  values: readonly MeasuredValue[]
}

export interface MeasuredValue {
  value: number
  labels: Readonly<Record<string, string | number>>
  /** Name of the part of a histogram. */
  metricName?: string
}

/** Messages of a worker to its supervisor. */
export type WorkerMessage =
  | { kind: 'running'; url: string }
  | { kind: 'first-key'; firstKey: string | undefined }
  | { kind: 'read-metrics'; id: number }
  | { kind: 'measured'; id: number; measurements: Measurements | undefined }

/** Messages of the supervisor to a worker. */
export type SupervisorMessage =
  | { kind: 'make-first-key' }
  | { kind: 'retire' }
  | { kind: 'measure'; id: number }
  | { kind: 'metrics'; id: number; measurements: readonly Measurements[] | undefined }

type Message = WorkerMessage | SupervisorMessage

type Kind = Message['kind']

/** The messages of a kind. */
export type Of<K extends Kind> = Extract<Message, { kind: K }>

/** Sends a message to a worker or, in a worker, to its supervisor. The message is lost when the receiver has ended. */
export function say(to: Worker | NodeJS.Process, message: Message): void {
  // The callback takes the error of a channel that has just closed.
  to.send?.(message, undefined, undefined, () => {})
}

/** Calls a function for each message of a kind. Returns a function that stops this. */
export function hear<K extends Kind>(
  from: Worker | NodeJS.Process,
  kind: K,
  listener: (message: Of<K>) => void,
): () => void {
  const heard = (message: Message) => {
    if (message.kind === kind) listener(message as Of<K>)
  }
  from.on('message', heard)
  return () => void from.off('message', heard)
}
