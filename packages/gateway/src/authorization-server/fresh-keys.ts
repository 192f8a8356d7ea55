import type { SigningKey } from '@roster/core/server'
import type { JSONWebKeySet } from 'jose'
import { publicKeys } from './public-keys.ts'

/** Maximum age of the known keys, in milliseconds. */
const FRESH = 2_000

/** The current signing keys. The list is the same object as long as the keys are the same. */
export interface FreshKeys {
  list: () => Promise<SigningKey[]>
  /** The public key set; the same object as long as the keys are the same. */
  published: () => Promise<JSONWebKeySet>
}

/** Returns keys that are read again when too old, so that a process notices within seconds when they are replaced. */
export function freshKeys(source: { list(): Promise<SigningKey[]> }): FreshKeys {
  let known: { keys: SigningKey[]; published: JSONWebKeySet } | undefined
  let readAt = -Infinity
  let reading: Promise<NonNullable<typeof known>> | undefined

  async function read(): Promise<NonNullable<typeof known>> {
    const keys = await source.list()
    readAt = performance.now()
    if (!known || namesOf(keys) !== namesOf(known.keys)) known = { keys, published: publicKeys(keys) }
    return known
  }

  async function current(): Promise<NonNullable<typeof known>> {
    if (known && performance.now() - readAt < FRESH) return known
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }

  return {
    list: async () => (await current()).keys,
    published: async () => (await current()).published,
  }
}

const namesOf = (keys: readonly SigningKey[]) => keys.map(({ kid }) => kid).join(' ')
