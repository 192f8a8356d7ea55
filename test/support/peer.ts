import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@roster/api'
import { EXAMPLE_SECRET } from './examples.ts'
import type { Given } from './history.ts'
import { launch, type ServiceProcess } from './process.ts'

interface Page {
  data: { cursor: string; data: { id: string } }[]
  next_cursor: string | null
}

/** The service as a process of its own on a database server, called by an administrator. Any number share one database. */
export class Peer {
  /** The administrator's key. */
  readonly key = EXAMPLE_SECRET
  readonly process: ServiceProcess
  readonly url: string

  private constructor(process: ServiceProcess, url: string) {
    this.process = process
    this.url = url
  }

  /** Starts it without limits on how much one caller does; `environment` adds to its settings. */
  static async start(database: string, environment: Record<string, string> = {}): Promise<Peer> {
    const process = launch({
      DATABASE_URL: database,
      ROSTER_SECRET: Buffer.alloc(32, 1).toString('base64'),
      ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET,
      ROSTER_RATE_LIMIT: 'off',
      ROSTER_CONNECTION_LIMIT: '10000',
      ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8',
      ...environment,
    })
    const [, url] = await process.written(/Roster is running at (\S+)/)
    return new Peer(process, url!)
  }

  /** Sends a request such as `GET /v1/users`, and does so again while the service says that it is overloaded, which it does before any work. */
  async send(request: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    for (;;) {
      const answer = await this.#sendOnce(request, body, headers)
      if (answer.status !== 503 || !(await answer.clone().text()).includes('"overloaded"')) return answer
      await wait(500)
    }
  }

  #sendOnce(request: string, body: object | undefined, headers: Record<string, string>): Promise<Response> {
    const [method, path] = request.split(' ') as [string, string]
    const type = body && { 'content-type': 'application/json' }
    return fetch(this.url + path, {
      method,
      headers: { 'x-api-key': this.key, ...type, ...headers },
      signal: AbortSignal.timeout(15_000),
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  /** Sends a request and returns the body of its answer. Throws what is no success. */
  async call<Body = any>(request: string, body?: object): Promise<Body> {
    const answer = await this.send(request, body)
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  /** Creates a user that nobody has created before, and returns its identifier. */
  async createUser(): Promise<string> {
    const email = `${newId('usr', Date.now())}@example.com`
    return (await this.call('POST /v1/users', { name: 'Ada', email, role: 'viewer' })).id
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

  /** Users' events after a cursor, page by page. */
  async log(start = ''): Promise<Given[]> {
    const events: Given[] = []
    for (let after: string | null = start; after !== null;) {
      const page: Page = await this.call(`GET /v1/events?type=user.created&limit=100&after=${after}`)
      events.push(...page.data.map(({ cursor, data }) => ({ cursor, id: data.id })))
      after = page.next_cursor
    }
    return events
  }

  /** The value of a series of `/metrics`. */
  async metric(name: string): Promise<number> {
    const text = await (await this.send('GET /metrics')).text()
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1))
  }

  /** Kills it, its launcher included, and resolves when nothing of it is left. */
  async kill(): Promise<void> {
    this.process.signalGroup('SIGKILL')
    await this.process.exited()
  }
}
