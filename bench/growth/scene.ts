import { API_KEY } from '../harness/request.ts'
import type { Receiver } from './receiver.ts'
import type { Run } from './fill.ts'

/** A running service with a filled database. */
export interface Scene {
  url: string
  /** Runs a statement on the service's database. */
  run: Run
  users: number
  events: number
  /** Identifier of the endpoint to which the service delivers. */
  endpoint: string
  receiver: Receiver
}

/** Sends a request and returns the JSON of the response. Throws when the response is no success. */
export async function ask(scene: Pick<Scene, 'url'>, path: string, body?: unknown, headers = {}): Promise<any> {
  const content = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const sent = { 'x-api-key': API_KEY, 'content-type': 'application/json', ...headers }
  const response = await fetch(scene.url + path, { headers: sent, ...content })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}`)
  return JSON.parse(text)
}
