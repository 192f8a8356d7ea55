import { createPublicKey, X509Certificate } from 'node:crypto'
import type { Fault } from '../contract/fault.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import type { JsonWebKeySet } from './client-metadata.contract.ts'
import type { NewClient } from './oauth-client.entity.ts'
import { settingFaults } from './setting-faults.ts'

/** Throws `validation-failed` for a client whose settings contradict each other, or whose keys lack their certificates. */
export function requireSound(client: NewClient): void {
  const isByCertificate = client.token_endpoint_auth_method === 'self_signed_tls_client_auth'
  const faults = [...settingFaults(client), ...(isByCertificate && client.jwks ? certificateFaults(client.jwks) : [])]
  if (faults.length > 0) throw invalid('body', faults)
}

const certificateFaults = ({ keys }: JsonWebKeySet): Fault[] =>
  keys.flatMap((key, index) =>
    isCertified(key)
      ? []
      : fault('body', ['jwks', 'keys', index], 'invalid-key', 'must be a public key with its certificate in x5c'),
  )

/** Whether the first certificate belongs to this key (RFC 7517, section 4.7). */
function isCertified(key: JsonWebKeySet['keys'][number]): boolean {
  try {
    const certificate = new X509Certificate(Buffer.from(key.x5c[0]!, 'base64'))
    return certificate.publicKey.equals(createPublicKey({ key: key as never, format: 'jwk' }))
  } catch {
    return false
  }
}
