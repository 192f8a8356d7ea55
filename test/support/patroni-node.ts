import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Link, startLink } from './link.ts'
import { folderOfPrograms } from './postgres-server.ts'
import { freePort } from './raw-requests.ts'
import { start, type Started } from './started.ts'

export interface NodeOptions {
  name: string
  /** The node's own directory, which is created. */
  directory: string
  /** The user that runs the node's processes. */
  owner: { uid: number; gid: number } | object
  etcdPort: number
  /** Settings of the cluster. Only those of the first node are used. */
  dcs: object
}

/** Links of all traffic between the node and others. */
type Links = Readonly<Record<'etcd' | 'sql' | 'replication' | 'rest', Link>>

/** Without fsync, writes reach the operating system but not the disk. That is enough, because tests only kill processes. */
const PARAMETERS = { fsync: 'off', unix_socket_directories: '', shared_buffers: '32MB' }
const SHARED_PARAMETERS = { max_connections: 100, wal_log_hints: 'on', wal_keep_size: '256MB' }

/**
 * A PostgreSQL server under Patroni that behaves like a separate machine: all traffic between the node and others goes over links that tests can
 * break.
 */
export class PatroniNode {
  readonly name: string
  readonly #options: NodeOptions
  readonly #configuration: string
  readonly #links: Links
  #patroni: Started | undefined
  #frozen: number[] = []

  private constructor(options: NodeOptions, links: Links) {
    this.name = options.name
    this.#options = options
    this.#configuration = join(options.directory, 'patroni.json')
    this.#links = links
  }

  static async open(options: NodeOptions): Promise<PatroniNode> {
    const { name, directory, owner, etcdPort, dcs } = options
    const [sql, rest] = [await freePort(), await freePort()]
    const linkTo = (port: number) => startLink(`http://127.0.0.1:${port}`)
    const links = {
      etcd: await linkTo(etcdPort),
      sql: await linkTo(sql),
      replication: await linkTo(sql),
      rest: await linkTo(rest),
    }
    const node = new PatroniNode(options, links)
    await mkdir(directory)
    if ('uid' in owner) await chown(directory, owner.uid, owner.gid)
    const hosts = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
    const configuration = {
      scope: 'roster',
      name,
      // As a proxy: Patroni then does not learn etcd's other addresses.
      etcd: { proxy: links.etcd.url },
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: hostOf(links.rest) },
      bootstrap: {
        dcs: { ...dcs, postgresql: { use_pg_rewind: true, parameters: SHARED_PARAMETERS } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'no-sync'],
        pg_hba: hosts,
      },
      postgresql: {
        listen: `127.0.0.1:${sql}`,
        connect_address: hostOf(links.replication),
        data_dir: node.#data,
        bin_dir: folderOfPrograms(),
        pgpass: join(directory, 'pgpass'),
        // A base backup starts at once, without waiting for a slow checkpoint.
        basebackup: [{ checkpoint: 'fast' }],
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
        parameters: PARAMETERS,
        pg_hba: hosts,
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
    }
    // Patroni reads YAML, and JSON is YAML.
    await writeFile(node.#configuration, JSON.stringify(configuration))
    return node
  }

  get #data(): string {
    return join(this.#options.directory, 'data')
  }

  /** URL of the node's database, in any role. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.sqlPort}/postgres`
  }

  /** Port of the server for clients. */
  get sqlPort(): number {
    return portOf(this.#links.sql)
  }

  /** Port of Patroni's REST API, which tells the role. */
  get restPort(): number {
    return portOf(this.#links.rest)
  }

  async start(): Promise<void> {
    const { directory, owner } = this.#options
    this.#patroni = start(['patroni', this.#configuration], directory, owner)
  }

  /** Returns the node's role: `primary`, `standby` when it may replace the primary, or `neither`. */
  async role(): Promise<string> {
    for (const [role, path] of Object.entries(this.#paths)) {
      const answer = await fetch(`http://127.0.0.1:${this.restPort}${path}`, {
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) return role
    }
    return 'neither'
  }

  /** Returns the last lines of the log of Patroni and the server. */
  async lastWords(): Promise<string> {
    const log = await readFile(join(this.#options.directory, 'patroni.log'), 'utf8')
    return log.split('\n').slice(-20).join('\n')
  }

  get #paths() {
    const isSynchronous = 'synchronous_mode' in this.#options.dcs && this.#options.dcs.synchronous_mode
    return { primary: '/primary', standby: isSynchronous ? '/synchronous' : '/replica?lag=1MB' }
  }

  /** Kills the server and Patroni, like a power failure. */
  async kill(): Promise<void> {
    await this.#patroni?.kill()
    for (const pid of await this.#processes()) signal(pid, 'SIGKILL')
  }

  /** Replaces the node by one without data, which copies the primary's data. */
  async replace(): Promise<void> {
    await this.kill()
    await rm(this.#data, { recursive: true, force: true })
    await this.start()
  }

  /** Stops the processes of the server and of Patroni (`SIGSTOP`). */
  async freeze(): Promise<void> {
    this.#patroni?.signal('SIGSTOP')
    const [server] = await this.#processes()
    if (server !== undefined) signal(server, 'SIGSTOP')
    // The stopped server starts no further processes.
    this.#frozen = await this.#processes()
    for (const pid of this.#frozen) signal(pid, 'SIGSTOP')
  }

  /** Continues the stopped processes. */
  thaw(): void {
    for (const pid of this.#frozen.splice(0)) signal(pid, 'SIGCONT')
    this.#patroni?.signal('SIGCONT')
  }

  /** Stops all traffic of the node. */
  isolate(): void {
    for (const link of Object.values(this.#links)) link.isolate()
  }

  rejoin(): void {
    for (const link of Object.values(this.#links)) link.rejoin()
  }

  /** Stops the replication to the standby, without closing the connection. */
  isolateStandby(): void {
    this.#links.replication.isolate()
  }

  async close(): Promise<void> {
    this.thaw()
    await this.kill()
    for (const link of Object.values(this.#links)) await link.close()
  }

  /** Returns the server's processes, the parent first. They are found by the data directory in their command line. */
  async #processes(): Promise<number[]> {
    const found: number[] = []
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
      if ((await readOf(pid, 'cmdline')).split('\0').includes(this.#data))
        found.push(Number(pid), ...(await readOf(pid, `task/${pid}/children`)).split(' ').filter(Boolean).map(Number))
    return found
  }
}

/** Reads a file of a process in /proc. Returns an empty text when the process has ended. */
const readOf = (pid: string, what: string) => readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '')

const portOf = ({ url }: Link) => Number(new URL(url).port)
const hostOf = ({ url }: Link) => new URL(url).host

/** Sends a signal to a process. Does nothing when the process has ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
