import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import { createSigner } from '../crypto/signer.ts'

const PURPOSE = 'backup'

/** Returns a text for each secret that only a holder of the secret can make. */
export const sealsOf = (secrets: ServiceSecrets): string[] =>
  secrets.map((secret) => createSigner([secret], PURPOSE).sign(PURPOSE))

/** Whether all seals were made with these secrets, so that the sealed texts in the same archive can be read. */
export function areSealedWith(secrets: ServiceSecrets, seals: readonly string[]): boolean {
  const signer = createSigner(secrets, PURPOSE)
  return seals.every((seal) => signer.open(seal) === PURPOSE)
}
