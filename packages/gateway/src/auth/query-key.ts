import type { IncomingMessage } from 'node:http'
import { fault, invalid } from '@roster/api'
import type { FindApiKey } from './api-key.ts'
import { type Mechanism, twoCredentials } from './credentials.ts'
import { challengeOf } from './scheme.ts'

const PARAMETER = 'api_key'

/**
 * API key in `?api_key=`, where that is switched on; elsewhere the parameter is refused. Addresses are logged and shared by whoever sees them
 * (RFC 6750, section 5.3), so this is for tools that can do nothing else.
 */
export function apiKeyInQuery(find: FindApiKey, isOn: boolean): Mechanism {
  return {
    challenge: challengeOf('ApiKey'),
    find(request) {
      const keys = keysIn(targetOf(request))
      if (keys.length > 1) throw twoCredentials()
      return keys[0]
    },
    verify(credential) {
      if (!isOn) throw switchedOff()
      return find(credential)
    },
  }
}

const switchedOff = () =>
  invalid('parameters', [
    fault('parameters', [PARAMETER], 'unknown-parameter', 'is not taken here: send the API key in X-API-Key'),
  ])

/** What was asked for, before `withoutKey`. */
const targetOf = (request: IncomingMessage & { originalUrl?: string }) => request.originalUrl ?? request.url ?? ''

/** A target without API keys, so that nothing that reads, logs or repeats it can give one away. */
export function withoutKey(target: string): string {
  const pairs = pairsOf(target)
  const others = pairs.filter((pair) => !isKey(pair))
  if (others.length === pairs.length) return target
  const [path] = target.split('?', 1)
  return others.length > 0 ? `${path}?${others.join('&')}` : path!
}

function keysIn(target: string): string[] {
  const keys = pairsOf(target).filter(isKey)
  return keys.map((pair) => new URLSearchParams(pair).get(PARAMETER)!)
}

function pairsOf(target: string): string[] {
  const start = target.indexOf('?')
  return start === -1 ? [] : target.slice(start + 1).split('&')
}

/** Only what could be the name is decoded: every request with a query comes through here. */
const isKey = (pair: string) => /api_key|%/.test(pair) && new URLSearchParams(pair).has(PARAMETER)
