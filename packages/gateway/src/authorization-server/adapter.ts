import type { Artifact, OAuthArtifacts } from '@roster/core/server'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { clientMetadata } from './client-metadata.ts'
import type { ProviderOptions } from './options.ts'
import { shownAs } from './shown-artifact.ts'
import { requirePatience } from './polling.ts'
import { Provider } from './library.ts'
import { errors } from './library-errors.ts'

/** Returns the adapters that store the library's state. The library reads, then writes, so the database decides what may happen only once. */
export function storedState({ artifacts, clients }: ProviderOptions): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? clientAdapter(clients) : artifactAdapter(kind, artifacts))
}

const never = async () => {}
const nothing = async () => undefined

/** Returns the adapter of clients. It only reads; clients are changed by their own operations. */
function clientAdapter(clients: ProviderOptions['clients']): Adapter {
  return {
    async find(id) {
      const client = await clients.find(id)
      return client && clientMetadata(client)
    },
    findByUid: nothing,
    findByUserCode: nothing,
    upsert: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  }
}

function artifactAdapter(kind: string, artifacts: OAuthArtifacts): Adapter {
  async function endAllOf({ payload }: Artifact): Promise<never> {
    // A refused artifact has no grant.
    if (typeof payload['grantId'] === 'string') await artifacts.endGrant(payload['grantId'])
    throw usedAlready(kind)
  }

  return {
    async find(id) {
      if (kind === 'DeviceCode' && Provider.ctx?.oidc.route === 'token') await requirePatience(artifacts, id)
      if (kind === 'ReplayDetection') return undefined
      const artifact = await artifacts.find(kind, id)
      if (artifact && comesAgain(artifact)) await endAllOf(artifact)
      return contentOf(artifact)
    },
    findByUid: async (uid) => contentOf(await artifacts.findByUid(kind, uid)),
    findByUserCode: async (userCode) => contentOf(await artifacts.findByUserCode(userCode)),

    async upsert(id, payload, lifetime) {
      // The library counts the lifetime from now on, and accepts a proof dated as far in the future as it may be old.
      if (kind === 'ReplayDetection') return requireFirst(await artifacts.markOnce(kind, id, payload, 2 * lifetime!))
      const grantId = kind === 'Grant' ? id : payload.grantId
      const { userCode, uid } = payload
      const shown = shownAs(kind, payload)
      // An artifact that has ended meanwhile is not stored, and so ends without an error.
      const isStored = await artifacts.put(kind, id, { payload, grantId, userCode, uid, lifetime: lifetime!, shown })
      if (!isStored && kind === 'Session') await endConsented(artifacts)
    },

    async consume(id) {
      if (await artifacts.consume(kind, id)) return
      throw kind === 'PushedAuthorizationRequest'
        ? new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used')
        : usedAlready(kind)
    },

    destroy: (id) => artifacts.remove(kind, id),

    // The library calls this for every kind at once. All artifacts of a grant end together, so only one kind ends the grant.
    revokeByGrantId: (grantId) => (kind === 'AccessToken' ? artifacts.endGrant(grantId) : never()),
  }
}

/** Ends the grant that was allowed in a sign-in which has ended before it remembered the grant: no sign-out would find it. */
async function endConsented(artifacts: OAuthArtifacts): Promise<void> {
  const grantId = Provider.ctx?.oidc.result?.consent?.grantId
  if (grantId !== undefined) await artifacts.endGrant(grantId)
}

/** Whether a client asks for a token with its own artifact that was used already. The library would check for other errors first, and then end nothing. */
function comesAgain({ payload, consumedAt }: Artifact): boolean {
  const { oidc } = Provider.ctx ?? {}
  return consumedAt !== undefined && oidc?.route === 'token' && payload['clientId'] === oidc.client?.clientId
}

const usedAlready = (kind: string) => new errors.InvalidGrant(`${kind} was used already`)

function contentOf(artifact: Artifact | undefined): AdapterPayload | undefined {
  if (!artifact) return undefined
  const { payload, consumedAt } = artifact
  return consumedAt === undefined ? payload : { ...payload, consumed: Math.floor(consumedAt / 1_000) }
}

function requireFirst(isFirst: boolean): void {
  if (!isFirst) throw new errors.InvalidDpopProof('DPoP proof was used already')
}
