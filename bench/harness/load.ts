import { connect } from 'node:net'
import { quantile } from './statistics.ts'

/** A run of requests against a server without pauses: each connection sends the next request when the previous response has arrived. */
export interface Load {
  port: number
  connections: number
  seconds: number
  /** Returns the next request, as HTTP/1.1 bytes in Latin-1. */
  next: () => string
}

export interface Throughput {
  requests: number
  perSecond: number
  /** 99th percentile of the request times, in milliseconds. */
  p99: number
}

/** Runs a load. Throws with the response when a response is no success. */
export async function run({ port, connections, seconds, next }: Load): Promise<Throughput> {
  const start = performance.now()
  const end = start + seconds * 1_000
  const times: number[] = []
  const talk = () => converse(port, () => (performance.now() < end ? next() : undefined), times)
  await Promise.all(Array.from({ length: connections }, talk))
  const elapsed = (performance.now() - start) / 1_000
  return { requests: times.length, perSecond: times.length / elapsed, p99: quantile(times, 0.99) }
}

/** Sends one request and returns the JSON of the response. The body may be a single chunk. */
export async function ask(port: number, request: string): Promise<unknown> {
  const answers: string[] = []
  const requests = [request]
  await converse(port, () => requests.pop(), [], answers)
  const [, body = ''] = answers[0]!.split('\r\n\r\n')
  return JSON.parse(/[[{].*/.exec(body)![0])
}

/**
 * Sends requests over one socket until `next` returns undefined. Uses no HTTP client: the load generator shares two cores with the server, so
 * every instruction that it saves is left for the server.
 */
function converse(port: number, next: () => string | undefined, times: number[], answers?: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    let asked = 0

    const send = () => {
      const request = next()
      asked = performance.now()
      if (request === undefined) socket.end()
      else socket.write(request, 'latin1')
    }
    const receive = (chunk: string) => {
      received += chunk
      if (isComplete(received)) finish()
    }
    const finish = () => {
      if (!received.startsWith('HTTP/1.1 2')) socket.destroy(new Error(`Not a success:\n${received}`))
      times.push(performance.now() - asked)
      answers?.push(received)
      received = ''
      send()
    }
    socket.setEncoding('latin1')
    socket.on('connect', send).on('data', receive).on('error', reject).on('close', resolve)
  })
}

const LENGTH = /\r\ncontent-length: (\d+)/i

function isComplete(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = LENGTH.exec(answer)
  return length ? answer.length >= head + 4 + Number(length[1]) : answer.endsWith('0\r\n\r\n')
}
