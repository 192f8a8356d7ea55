import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@roster/core/contract'
import type { Fetch, Roster } from '@roster/sdk'
import { clientAt, KEYLESS } from './client.ts'
import { EXAMPLE_SECRET } from './examples.ts'
import type { Given } from './history.ts'
import { launch, type ServiceProcess, SHARED_SECRET } from './process.ts'

/** The service as a process of its own on a database server, called by an administrator. Any number share one database. */
export class Peer {
  /** The administrator's key. */
  readonly key = EXAMPLE_SECRET
  readonly process: ServiceProcess
  readonly url: string
  /** The administrator's client. It fails at once, but for what the service is too busy to begin with. */
  readonly sdk: Roster

  private constructor(process: ServiceProcess, url: string) {
    this.process = process
    this.url = url
    this.sdk = clientAt(url, { fetch: fetchUnlessOverloaded, maxRetries: 0 })
  }

  /** Starts it without limits on how much one caller does; `environment` adds to its settings. `cwd` is where its repository is: by default this one. */
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
    const [, url] = await process.written(/Roster is running at (\S+)/)
    return new Peer(process, url!)
  }

  /**
   * Creates a user that nobody has created before, and returns its identifier. The write is one statement: under an idempotency key it
   * would be a transaction that a process may be stopped in, which holds up the log until its server ends it.
   */
  async createUser(): Promise<string> {
    const email = `${newId('usr', Date.now())}@example.com`
    return (await this.sdk.users.create({ name: 'Ada', email, role: 'viewer' }, KEYLESS)).id
  }

  /** Creates users until it is told to stop, and goes on where that fails. Returns those whose creation was acknowledged. */
  async createUntil(stopping: AbortSignal): Promise<string[]> {
    const created: string[] = []
    while (!stopping.aborted) {
      const id = await this.createUser().catch(() => undefined)
      if (id !== undefined) created.push(id)
      else await wait(50)
    }
    return created
  }

  /** Users' events after a cursor. */
  async log(after = ''): Promise<Given[]> {
    const events: Given[] = []
    for await (const { cursor, data } of this.sdk.events.list({ type: 'user.created', limit: 100, after }))
      events.push({ cursor, id: data.id })
    return events
  }

  /** The value of a series of `/metrics`. */
  async metric(name: string): Promise<number> {
    const text = await (await fetchUnlessOverloaded(`${this.url}/metrics`, {})).text()
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1))
  }

  /** Kills it, its launcher included, and resolves when nothing of it is left. */
  async kill(): Promise<void> {
    this.process.signalGroup('SIGKILL')
    await this.process.exited()
  }
}

/** Sends a request, and sends it again while the service says that it is overloaded, which it does before any work. */
const fetchUnlessOverloaded: Fetch = async (url, init) => {
  for (;;) {
    const answer = await fetch(url, init)
    if (answer.status !== 503 || !(await answer.clone().text()).includes('"overloaded"')) return answer
    await wait(500)
  }
}
