import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import { createSigner } from '../crypto/signer.ts'

const PURPOSE = 'backup'

/** What only who has the secret can make. */
export const sealOf = (secrets: ServiceSecrets): string => createSigner(secrets, PURPOSE).sign(PURPOSE)

/** Whether one of these secrets made it: what is sealed beside it can be opened with them. */
export const isSealedWith = (secrets: ServiceSecrets, seal: string): boolean =>
  createSigner(secrets, PURPOSE).open(seal) === PURPOSE
