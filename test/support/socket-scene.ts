import type { ApiKeysCreateBody } from '@roster/sdk'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { addressOf, settled, Socket, until } from './realtime.ts'
import { type Service, startService } from './service.ts'

/** A service for all tests of a file, and clients of `/ws`, which are closed after each test. */
export class SocketScene {
  service!: Service
  /** Secret of the key with which `open` opens sockets by default. */
  secret!: string
  readonly sockets: Socket[] = []
  #url!: string
  #users = 0

  async begin(): Promise<void> {
    this.service = await startService({ realtime: { checkInterval: 50 } })
    this.#url = await addressOf(this.service.app)
    await this.service.startEventLog()
    this.secret = (await this.newKey()).secret
  }

  readonly newKey = (body: Partial<ApiKeysCreateBody> = {}) =>
    this.service.admin.sdk.apiKeys.create({
      name: 'Ada',
      role: 'admin',
      scopes: ['read:events', 'read:users', 'read:orders'],
      ...body,
    })

  readonly open = async (key = this.secret): Promise<Socket> => {
    const socket = await Socket.open(`${this.#url}/ws`, { 'x-api-key': key })
    this.sockets.push(socket)
    return socket
  }

  readonly createUser = () =>
    this.service.admin.sdk.users.create({ name: 'Ada', email: `ws.${this.#users++}@example.com`, role: 'viewer' })

  async clear(): Promise<void> {
    await settled(this.service)
    for (const socket of this.sockets.splice(0)) socket.raw.terminate()
    await until(() => (this.service.counters.open.websocket === 0 ? true : undefined))
    this.service.clock.advance(1_000)
  }
}

/** Sets up one scene for all tests of the file. */
export function setSockets(): SocketScene {
  const scene = new SocketScene()
  beforeAll(() => scene.begin())
  afterEach(() => scene.clear())
  afterAll(() => scene.service.stop())
  return scene
}
