import { setTimeout as wait } from 'node:timers/promises'
import type { JetStreamApiError, JetStreamClient } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Naming } from '@roster/core/contract'
import type { Broker, BrokerListener, BrokerMessage } from '@roster/core/server'
import type { FastifyBaseLogger } from 'fastify'
import { connectTo, PATIENCE } from './connect.ts'
import { openStream, subjectOf } from './stream.ts'

/** Pause before the broker is tried again, in milliseconds. */
const RETRY = 1_000

/** Silence in milliseconds after which a stream is looked for anew: while a stream exists, some process publishes to it. */
const SILENCE = 5_000

/** Bytes that a message needs beside its text. */
const HEADERS = 1_024

/** Code of the error for a message that does not follow the last one. */
const NOT_THE_LAST = 10_071

export interface NatsOptions {
  url: string
  /** Environment variable of the URL. */
  setting: string
  naming: Naming
  logger: FastifyBaseLogger
}

/** A stream that is followed. */
interface Joined {
  connection: NatsConnection
  jetstream: JetStreamClient
  subject: string
}

/** The log over NATS JetStream. The client is loaded when a log is followed. Logs when the broker cannot be used, and when it can be used again. */
export class Nats implements Broker {
  readonly #options: NatsOptions
  readonly #closing = new AbortController()
  #joined: Joined | undefined
  #following: Promise<void> | undefined
  #isAway = false

  constructor(options: NatsOptions) {
    this.#options = options
  }

  get capacity(): number {
    return (this.#joined?.connection.info?.max_payload ?? Infinity) - HEADERS
  }

  follow(log: string, listener: BrokerListener): void {
    this.#following = this.#follow(`${this.#options.naming.slug}-${log}`, listener)
  }

  async append({ text, id }: BrokerMessage, after: number): Promise<number | undefined> {
    if (!this.#joined) throw new Error('The broker is away.')
    const { jetstream, subject } = this.#joined
    try {
      const options = { ...(id !== undefined && { msgID: id }), expect: { lastSequence: after }, timeout: PATIENCE }
      const { seq, duplicate } = await jetstream.publish(subject, text, options)
      return duplicate ? after : seq
    } catch (error) {
      if ((error as JetStreamApiError).code === NOT_THE_LAST) return undefined
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#joined?.connection.close()
    await this.#following
  }

  async #follow(stream: string, listener: BrokerListener): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#followOnce(stream, listener).catch((error: unknown) => this.#tellAway(error))
      await wait(RETRY, undefined, { signal }).catch(() => {})
    }
  }

  /** Follows a stream on one connection until it ends. Rejects with the reason of the end. */
  async #followOnce(stream: string, listener: BrokerListener): Promise<void> {
    const { url, naming } = this.#options
    const { jetstream, jetstreamManager, DeliverPolicy } = await import('@nats-io/jetstream')
    const connection = await connectTo(url, naming.slug)
    const silence = setTimeout(() => void connection.close(), SILENCE)
    try {
      const { state } = await openStream(await jetstreamManager(connection), stream)
      const client = jetstream(connection)
      const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: state.last_seq + 1 }
      const consumer = await client.consumers.get(stream, from)
      const messages = await consumer.consume({ abort_on_missing_resource: true })
      if (this.#closing.signal.aborted) return
      this.#joined = { connection, jetstream: client, subject: subjectOf(stream) }
      listener.onJoined(state.last_seq)
      for await (const message of messages) {
        silence.refresh()
        this.#tellBack()
        listener.onMessage(message.string(), message.seq)
      }
      throw (await connection.closed()) ?? new Error('The stream was silent.')
    } finally {
      clearTimeout(silence)
      this.#joined = undefined
      listener.onLost()
      await connection.close()
    }
  }

  #tellAway(error: unknown): void {
    if (this.#isAway || this.#closing.signal.aborted) return
    this.#isAway = true
    const { logger, setting } = this.#options
    logger.warn({ err: error }, `${setting}: ${adviceOf(error)} Events are read from the database until then`)
  }

  #tellBack(): void {
    if (this.#isAway) this.#options.logger.info('The broker of events can be used again')
    this.#isAway = false
  }
}

/** Returns what to do about a broker that cannot be used. */
export function adviceOf(error: unknown): string {
  return (error as Error).name === 'JetStreamNotEnabled'
    ? 'the broker has no JetStream. Start nats-server with --jetstream, or enable it for this account.'
    : 'the broker does not answer. Check that it runs, and that the URL names it and its credentials rightly.'
}
