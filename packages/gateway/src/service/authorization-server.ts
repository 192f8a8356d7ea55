import {
  createSigner,
  denyNow,
  findAccount,
  findClient,
  isTokenDenied,
  keysFrom,
  oauthArtifacts,
  signIn,
} from '@roster/core/server'
import type { ProviderOptions } from '../authorization-server/options.ts'
import type { Runtime } from './runtime.ts'

type Shared = Pick<ProviderOptions, 'keys' | 'audience' | 'attempts' | 'certificateOf' | 'agents' | 'readDocument'>

/** Returns the options of the authorization server: users and clients of the application, and its database. */
export function authorizationServer({ application, database, secrets, now }: Runtime, shared: Shared): ProviderOptions {
  return {
    ...shared,
    access: application.access,
    accounts: {
      find: (id) => findAccount(database, id),
      signIn: (email, password) => signIn(database, email, password),
    },
    clients: { find: (id) => findClient(database, id) },
    artifacts: oauthArtifacts(database, secrets, now),
    denyList: {
      deny: (denied) => denyNow(database, denied, now()),
      includes: (token) => isTokenDenied(database, token),
    },
    cookieKeys: keysFrom(secrets, 'cookie').map((key) => key.toString('base64')),
    signer: createSigner(secrets, 'interaction'),
  }
}
