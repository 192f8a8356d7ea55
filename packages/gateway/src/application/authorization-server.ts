import { hkdfSync } from 'node:crypto'
import { createSigner, denyNow, findAccount, findClient, isDenied, oauthArtifacts, signIn } from '@roster/api/app'
import type { ProviderOptions } from '../auth/provider/options.ts'
import type { Base } from './base.ts'

type Shared = Pick<ProviderOptions, 'keys' | 'audience' | 'attempts' | 'certificateOf'>

/** What the authorization server works with: users and clients of the application, and its database. */
export function authorizationServer({ database, secret, now }: Base, shared: Shared): ProviderOptions {
  return {
    ...shared,
    accounts: {
      find: (id) => findAccount(database, id),
      signIn: (email, password) => signIn(database, email, password),
    },
    clients: { find: (id) => findClient(database, id) },
    artifacts: oauthArtifacts(database, secret, now),
    denials: {
      deny: (denied) => denyNow(database, denied, now()),
      includes: (token) => isDenied(database, token),
    },
    cookieKey: Buffer.from(hkdfSync('sha256', secret, '', 'cookie', 32)).toString('base64'),
    signer: createSigner(secret, 'interaction'),
  }
}
