import { breaking, type Mutant } from '../mutant.ts'

const ISSUER = ['packages/gateway/src/auth/issuer-keys.test.ts']
const FETCHER = ['packages/gateway/src/auth/json-fetcher.test.ts']
const DISCOVERY = ['packages/gateway/src/auth/discovery.test.ts']

/** Mutants of what is read from external issuers of access tokens. */
export const issuers: Mutant[] = [
  ...breaking('packages/gateway/src/auth/json-fetcher.ts', ISSUER, {
    'keys of an issuer are read wherever it sends to': ["    redirect: 'error',\n", ''],
  }),
  ...breaking('packages/gateway/src/auth/json-fetcher.ts', FETCHER, {
    'an issuer is waited for without end': ['    signal: AbortSignal.timeout(TIMEOUT),\n', ''],
    'an issuer that fails is asked elsewhere': ['response.status === 404 && others', 'others'],
    'an issuer that fails is asked by every request': [
      'failure && performance.now() < failure.until',
      'failure && !failure.until',
    ],
    'an issuer that failed once is never asked again': ['failure && performance.now() < failure.until', 'failure'],
  }),
  ...breaking('packages/gateway/src/auth/discovery.ts', DISCOVERY, {
    'an issuer that ends in a slash is asked at two': ["issuer.replace(/\\/$/, '')", 'issuer'],
    'what OAuth says of an issuer is looked for without its path': ['${base.slice(origin.length)}', ''],
    'another issuer says where the keys are': ['z.literal(issuer)', 'z.string()'],
  }),
  ...breaking('packages/gateway/src/auth/issuer-keys.ts', ISSUER, {
    'where the keys of an issuer are is asked once': ['found && now - found.at < DISCOVERY_AGE', 'found'],
  }),
  ...breaking('packages/gateway/src/auth/issuer-keys.ts', ['packages/gateway/src/auth/issuer-keys.test.ts'], {
    'keys of an issuer that is away count for ever': [
      'if (!last || performance.now() - last.at > maxAge) throw error',
      'if (!last) throw error',
    ],
  }),
]
