import { createHash, generateKeyPair, type webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '../data/database.ts'
import { inTransaction } from '../data/in-transaction.ts'
import type { Transaction } from '../data/transaction.ts'
import { createSealer } from '../crypto/sealer.ts'
import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import { SigningKeyEntity } from './signing-key.entity.ts'

/** Time that a key signs, in milliseconds. */
const ROTATION = 90 * 24 * 60 * 60 * 1_000

/** Time that a key is published after its last signature, in milliseconds: longer than any of its tokens lives. */
const RETENTION = 24 * 60 * 60 * 1_000

/** Length of a key in bits: enough until the end of 2030 (NIST SP 800-57, part 1), and fast to verify. */
const BITS = 2_048

/** A private key with its identifier. */
export type SigningKey = webcrypto.JsonWebKey & { kid: string; alg: 'RS256'; use: 'sig' }

interface Row {
  id: string
  private_key: string
  signs_from: string
}

/** Number of the advisory lock, which no other lock of the core has. */
const LOCK = 0x6a776b73

const lock = { name: 'signing keys lock', text: `select pg_advisory_xact_lock(${LOCK})` }
const all = {
  name: 'signing keys',
  text: 'select id, private_key, signs_from from signing_keys order by signs_from, id',
}
const move = { name: 'signing key moved', text: 'update signing_keys set signs_from = $2 where id = $1' }
const forget = { name: 'signing keys forgotten', text: 'delete from signing_keys where id = any($1)' }

/** Returns the keys of the authorization server: created at the first start, replaced every 90 days, shared by all processes. */
export function signingKeys(database: Database, secrets: ServiceSecrets, now: () => number) {
  const sealer = createSealer(secrets, 'signing-key')

  /** Creates missing keys, deletes ended ones, and returns all keys by age. */
  async function keep(transaction: Transaction): Promise<Row[]> {
    await transaction.query(lock)
    let rows = await transaction.query<Row>(all)
    const over = rows.filter((_row, index) => hasEnded(rows[index + 1], now()))
    if (over.length > 0) await transaction.query(forget, [over.map(({ id }) => id)])
    rows = rows.filter((row) => !over.includes(row))
    if (!rows.some((row) => signs(row, now()))) rows.push(await add(transaction, now()))
    const latest = rows.at(-1)!
    if (signs(latest, now())) rows.push(await add(transaction, Date.parse(latest.signs_from) + ROTATION))
    return rows
  }

  async function add(transaction: Transaction, signsFrom: number): Promise<Row> {
    const key = await newKey()
    const [signs_from, created_at] = [Math.max(signsFrom, now()), now()].map((time) => new Date(time).toISOString())
    const row = { id: key.kid, private_key: sealer.seal(JSON.stringify(key)), signs_from: signs_from! }
    transaction.insert(SigningKeyEntity, { ...row, created_at: created_at! })
    await transaction.flush()
    return row
  }

  return {
    /** Returns the keys to publish: the present one, the next one, then earlier ones, the latest first. Creates missing keys. */
    async list(): Promise<SigningKey[]> {
      const rows = await database.query<Row>(all)
      const isComplete = rows.length > 1 && !hasEnded(rows[1], now()) && !signs(rows.at(-1)!, now())
      const sorted = inOrder(isComplete ? rows : await inTransaction(database, keep), now())
      return sorted.map((row) => JSON.parse(sealer.unseal(row.private_key)) as SigningKey)
    },

    /** Makes the next key the present one from now on. Clients that have read the keys already know it. */
    async rotate(): Promise<void> {
      await inTransaction(database, async (transaction) => {
        const rows = await keep(transaction)
        const next = rows.findIndex((row) => !signs(row, now()))
        // Two keys never have the same `signs_from`, so that their order is certain.
        const from = Math.max(now(), Date.parse(rows[next - 1]!.signs_from) + 1)
        await transaction.query(move, [rows[next]!.id, new Date(from).toISOString()])
      })
    },
  }
}

/** The keys that tokens are signed with. */
export type SigningKeys = ReturnType<typeof signingKeys>

const signs = ({ signs_from }: Row, time: number) => Date.parse(signs_from) <= time

/** Whether a key can be deleted, because its successor has signed for at least the retention. */
const hasEnded = (successor: Row | undefined, time: number) =>
  successor !== undefined && Date.parse(successor.signs_from) + RETENTION <= time

function inOrder(rows: Row[], time: number): Row[] {
  const past = rows.filter((row) => signs(row, time)).toReversed()
  return [...past.slice(0, 1), ...rows.filter((row) => !signs(row, time)), ...past.slice(1)]
}

const generate = promisify(generateKeyPair)

async function newKey(): Promise<SigningKey> {
  const { privateKey } = await generate('rsa', { modulusLength: BITS })
  const key = privateKey.export({ format: 'jwk' })
  const thumbprint = JSON.stringify({ e: key.e, kty: key.kty, n: key.n })
  const kid = createHash('sha256').update(thumbprint).digest('base64url')
  return { ...key, kid, alg: 'RS256', use: 'sig' }
}
