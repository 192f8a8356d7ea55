import type { Answering } from './pooling.ts'

/** Thrown when `DATABASE_DIRECT_URL` cannot be used. The message says why. */
export class DirectAddressRefused extends Error {
  override readonly name = 'DirectAddressRefused'
}

/** Throws `DirectAddressRefused` unless the direct address leads to the same database, without a pooler in transaction mode. */
export function requireDirect(direct: Answering, { database }: Answering): void {
  if (direct.database !== database)
    throw new DirectAddressRefused(
      'DATABASE_DIRECT_URL names another database than DATABASE_URL. It must be another way to the same one.',
    )
  if (direct.pooling === 'transaction')
    throw new DirectAddressRefused(
      'DATABASE_DIRECT_URL leads to a pooler in transaction mode, which holds no session. Give the address of the server itself.',
    )
}
