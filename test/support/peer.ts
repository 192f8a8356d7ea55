import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@roster/core/contract'
import type { Fetch, Roster } from '@roster/sdk'
import { clientAt, KEYLESS } from './client.ts'
import { EXAMPLE_SECRET } from './examples.ts'
import type { Given } from './history.ts'
import { launch, type ServiceProcess, SHARED_SECRET } from './process.ts'

/** A service in its own process on a database server, with an administrator's client. Several peers can share one database. */
export class Peer {
  /** The administrator's key. */
  readonly key = EXAMPLE_SECRET
  readonly process: ServiceProcess
  readonly url: string
  /** The administrator's client. It retries only when the service is overloaded. */
  readonly sdk: Roster

  private constructor(process: ServiceProcess, url: string) {
    this.process = process
    this.url = url
    this.sdk = clientAt(url, { fetch: fetchUnlessOverloaded, maxRetries: 0 })
  }

  /** Starts the service without limits on what one caller does. `environment` adds to its settings. `cwd` is the root of its repository; default: this one. */
  static async start(database: string, environment: Record<string, string> = {}, cwd?: string): Promise<Peer> {
    const settings = {
      DATABASE_URL: database,
      ROSTER_SECRET: SHARED_SECRET,
      ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET,
      ROSTER_RATE_LIMIT: 'off',
      ROSTER_CONNECTION_LIMIT: '10000',
      ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8',
      ...environment,
    }
    const process = launch(settings, [], cwd)
    const { url } = await process.ready()
    return new Peer(process, url)
  }

  /**
   * Creates a new user, and returns the identifier. The write is a single statement. With an idempotency key it would be a transaction, in
   * which a process may be stopped; that would block the log until the database server ends the transaction.
   */
  async createUser(): Promise<string> {
    const email = `${newId('usr', Date.now())}@example.com`
    return (await this.sdk.users.create({ name: 'Ada', email, role: 'viewer' }, KEYLESS)).id
  }

  /** Creates users until the signal aborts, and continues after failures. Returns the identifiers of the acknowledged users. */
  async createUntil(stopping: AbortSignal): Promise<string[]> {
    const created: string[] = []
    while (!stopping.aborted) {
      const id = await this.createUser().catch(() => undefined)
      if (id !== undefined) created.push(id)
      else await wait(50)
    }
    return created
  }

  /** Returns the events `user.created` after a cursor. */
  async log(after = ''): Promise<Given[]> {
    const events: Given[] = []
    for await (const { cursor, data } of this.sdk.events.list({ type: 'user.created', limit: 100, after }))
      events.push({ cursor, id: data.id })
    return events
  }

  /** Returns the value of a series in `/metrics`. */
  async metric(name: string): Promise<number> {
    const text = await (await fetchUnlessOverloaded(`${this.url}/metrics`, {})).text()
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1))
  }

  /** Kills the launcher and the service, and resolves when both have ended. */
  async kill(): Promise<void> {
    this.process.signalGroup('SIGKILL')
    await this.process.exited()
  }
}

/** Sends a request, and retries while the service is overloaded. Such a refusal comes before any work. */
const fetchUnlessOverloaded: Fetch = async (url, init) => {
  for (;;) {
    const answer = await fetch(url, init)
    if (answer.status !== 503 || !(await answer.clone().text()).includes('"overloaded"')) return answer
    await wait(500)
  }
}
