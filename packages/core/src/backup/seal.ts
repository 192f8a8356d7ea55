import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import { createSigner } from '../crypto/signer.ts'

const PURPOSE = 'backup'

/** What only who has the secrets can make: a text for each. */
export const sealsOf = (secrets: ServiceSecrets): string[] =>
  secrets.map((secret) => createSigner([secret], PURPOSE).sign(PURPOSE))

/** Whether these secrets made each of them: what is sealed beside them can be opened. */
export function areSealedWith(secrets: ServiceSecrets, seals: readonly string[]): boolean {
  const signer = createSigner(secrets, PURPOSE)
  return seals.every((seal) => signer.open(seal) === PURPOSE)
}
