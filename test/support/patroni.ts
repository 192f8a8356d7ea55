import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { isMissing } from './live.ts'
import { PATIENCE } from './patience.ts'
import { PatroniNode } from './patroni-node.ts'
import { lacksPostgres, ownerOf } from './postgres-server.ts'
import { freePort } from './raw-requests.ts'
import { SERVER_FOLDERS, start, type Started } from './started.ts'
import { onServer } from './template.ts'

const lacks = (program: string) => isMissing(program, 'SERVERS', SERVER_FOLDERS)

/** Whether tests of failovers are skipped. With `ROSTER_REQUIRE_SERVERS=on` they run and fail. */
export const lacksPatroni = [lacksPostgres, ...['patroni', 'etcd', 'haproxy'].map(lacks)].includes(true)

/** Timeouts of a failover, in seconds. They leave time for a machine that is busy with tests. */
const TIMING = { ttl: 6, loop_wait: 1, retry_timeout: 2, primary_start_timeout: 0 }

/** Two PostgreSQL servers under Patroni, with etcd, behind HAProxy, which connects clients to the primary. */
export class PatroniCluster {
  /** URL of the database on the current primary. */
  readonly url: string
  readonly #nodes: readonly [PatroniNode, PatroniNode]
  readonly #directory: string
  readonly #servers: readonly Started[]

  private constructor(url: string, nodes: [PatroniNode, PatroniNode], directory: string, servers: Started[]) {
    this.url = url
    this.#nodes = nodes
    this.#directory = directory
    this.#servers = servers
  }

  /** Starts a cluster. A synchronous standby has everything that was acknowledged; an asynchronous one may not. */
  static async start({ isSynchronous }: { isSynchronous: boolean }): Promise<PatroniCluster> {
    const directory = await mkdtemp(join(tmpdir(), 'roster-patroni-'))
    const owner = ownerOf()
    if ('uid' in owner) await chown(directory, owner.uid, owner.gid)
    const [etcd, etcdPort] = await startEtcd(directory)
    const dcs = { ...TIMING, synchronous_mode: isSynchronous, maximum_lag_on_failover: 1_000_000_000 }
    const open = (name: string) => PatroniNode.open({ name, directory: join(directory, name), owner, etcdPort, dcs })
    const nodes: [PatroniNode, PatroniNode] = [await open('one'), await open('two')]
    const port = await freePort()
    const configuration = join(directory, 'haproxy.cfg')
    await writeFile(configuration, haproxyBefore(nodes, port))
    const haproxy = start(['haproxy', '-db', '-f', configuration], directory)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const cluster = new PatroniCluster(url, nodes, directory, [etcd, haproxy])
    for (const node of nodes) await node.start()
    await cluster.isWhole()
    await vi.waitFor(() => onServer(url, 'select 1'), { timeout: PATIENCE, interval: 100 })
    return cluster
  }

  /**
   * Waits until one node is the primary and the other one is ready to replace it, and returns both. A node that does not recover by itself is
   * replaced, as an operator would do.
   */
  async isWhole(): Promise<{ primary: PatroniNode; standby: PatroniNode }> {
    try {
      return await vi.waitFor(() => this.#look(), { timeout: PATIENCE, interval: 100 })
    } catch {
      for (const node of this.#nodes) if ((await node.role()) === 'neither') await node.replace()
      return vi.waitFor(() => this.#look(), { timeout: PATIENCE, interval: 100 })
    }
  }

  async #look(): Promise<{ primary: PatroniNode; standby: PatroniNode }> {
    const roles = await Promise.all(this.#nodes.map((node) => node.role()))
    const [primary, standby] = ['primary', 'standby'].map((role) => this.#nodes[roles.indexOf(role)])
    if (primary && standby) return { primary, standby }
    const words = await Promise.all(this.#nodes.map((node) => node.lastWords()))
    throw new Error(`The servers are: ${roles.join(', ')}. They said:\n${words.join('\n')}`)
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) await node.close()
    for (const server of this.#servers) await server.kill()
    await rm(this.#directory, { recursive: true })
  }
}

async function startEtcd(directory: string): Promise<[Started, port: number]> {
  const [port, peers] = [await freePort(), await freePort()]
  const [own, ofPeers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`]
  const data = join(directory, 'etcd')
  await mkdir(data, { mode: 0o700 })
  const clients = ['--listen-client-urls', own, '--advertise-client-urls', own]
  const others = ['--listen-peer-urls', ofPeers, '--initial-advertise-peer-urls', ofPeers]
  const cluster = ['--initial-cluster', `default=${ofPeers}`, '--data-dir', data]
  const etcd = start(['etcd', '--enable-v2=true', ...clients, ...others, ...cluster], directory)
  await vi.waitFor(() => reach(port), { timeout: PATIENCE, interval: 50 })
  return [etcd, port]
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}

/**
 * Returns the settings of HAProxy, as Patroni's documentation advises: connections go to the server that reports to be the primary, and are closed
 * when it no longer does.
 */
const haproxyBefore = (nodes: readonly PatroniNode[], port: number) => `
defaults
  mode tcp
  maxconn 1000
  retries 2
  timeout connect 1s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, sqlPort, restPort }) => `  server ${name} 127.0.0.1:${sqlPort} check port ${restPort}\n`).join('')}`
