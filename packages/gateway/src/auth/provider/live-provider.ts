import type { SigningKey } from '@roster/api'
import type { JSONWebKeySet } from 'jose'
import type { Provider } from 'oidc-provider'

/** How old what is known of the keys may be, in milliseconds. */
const FRESH = 2_000

/** The library with the keys of now. */
export interface LiveProvider {
  get(): Promise<Provider>
  /** The public keys; the same object as long as they are the same. */
  publicKeys(): Promise<JSONWebKeySet>
}

interface Built {
  names: string
  provider: Provider
  publicKeys: JSONWebKeySet
}

/** Keeps the library up to date with the keys: it reads them once, so it is built anew, in a few milliseconds, when they change. */
export function liveProvider(
  source: { list(): Promise<SigningKey[]> },
  build: (keys: SigningKey[]) => Provider,
): LiveProvider {
  let built: Built | undefined
  let checked = -Infinity
  let checking: Promise<Built> | undefined

  async function check(): Promise<Built> {
    const keys = await source.list()
    const names = keys.map(({ kid }) => kid).join(' ')
    if (built?.names !== names) built = { names, provider: build(keys), publicKeys: { keys: keys.map(publicPart) } }
    checked = performance.now()
    return built
  }

  async function current(): Promise<Built> {
    if (built && performance.now() - checked < FRESH) return built
    checking ??= check().finally(() => (checking = undefined))
    return checking
  }

  return {
    get: async () => (await current()).provider,
    publicKeys: async () => (await current()).publicKeys,
  }
}

const publicPart = ({ kty, n, e, kid, alg, use }: SigningKey) => ({ kty: kty!, n: n!, e: e!, kid, alg, use })
