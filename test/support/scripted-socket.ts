import { Roster } from '@roster/sdk'
import { connect } from '@roster/sdk/realtime'
import { vi } from 'vitest'
import { FakeSocket } from './fake-socket.ts'
import { json, scriptedFetch } from './scripted-fetch.ts'

/** Advances the fake clock by this number of milliseconds. */
export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** Connects a client's socket with numbered tickets, and stores its events. */
export async function connected() {
  let count = 0
  const ticket = () => json(201, { ticket: `wst_${++count}`, expires_at: '' })
  const { fetch, sent } = scriptedFetch(...Array.from({ length: 20 }, () => ticket))
  const roster = new Roster({ apiKey: 'key', fetch, logLevel: 'off', baseUrl: 'https://roster.example.com/base' })
  const socket = connect(roster, { WebSocket: FakeSocket })
  const told: [string, any][] = []
  for (const name of ['push', 'error', 'reconnecting', 'close'] as const)
    socket.on(name, (value) => told.push([name, value]))
  await pass(0)
  return { socket, told, sent }
}
