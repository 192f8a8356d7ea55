import { lineOfText } from '@roster/core/contract'
import { isObject } from '@roster/core/server'
import { LRUCache } from 'lru-cache'
import type { Client } from 'oidc-provider'
import type { Dispatcher } from 'undici'
import { madeOnce } from '../http/made-once.ts'

/** Maximum size of a document, in bytes (OAuth Client ID Metadata Document, section "Limit Response Size"). */
const LIMIT = 5 * 1_024

/** Minimum time between two requests for a document, good, bad or missing, in milliseconds: any caller can name one. */
const PAUSE = 5_000

/** Members of a document that are passed on unchanged. Its other members are not needed. */
const READ = ['client_id', 'client_name', 'redirect_uris', 'client_secret', 'client_secret_expires_at'] as const

/** Form of a client's name, the same as for registered clients: a line of text. */
const NAME = lineOfText(1, 200)

/** Grant types of an unregistered agent: only those for a user who was asked. */
const GRANT_TYPES: readonly unknown[] = ['authorization_code', 'refresh_token']

/** Reads the metadata document by which an unregistered client identifies itself. */
export type ReadDocument = (address: string, signal: AbortSignal) => Promise<Response>

/**
 * Returns a reader of client metadata documents (draft-ietf-oauth-client-id-metadata-document). The HTTP agent that `openAgent` opens decides where
 * its connections may lead. Redirects are not followed. The response holds the accepted members of the document. Throws when the document does not
 * arrive in time, is too large, or is no JSON. The result, also an error, is repeated for some seconds: the library caches a good document for
 * longer, and asks for a bad one each time a caller names it.
 */
export function documentReader(openAgent: () => Promise<Dispatcher>): ReadDocument {
  const recent = new LRUCache<string, () => Response>({ max: 1_000, ttl: PAUSE })
  const opened = madeOnce(openAgent)

  async function ask(address: string, signal: AbortSignal): Promise<() => Response> {
    try {
      return await read(new URL(address), await opened(), signal)
    } catch (cause) {
      const error = new Error('the document could not be read', { cause })
      return () => {
        throw error
      }
    }
  }

  return async (address, signal) => {
    const known = recent.get(address)
    if (known) return known()
    const answer = await ask(address, signal)
    recent.set(address, answer)
    return answer()
  }
}

async function read({ origin, pathname, search }: URL, agent: Dispatcher, signal: AbortSignal) {
  const request = { origin, path: pathname + search, method: 'GET', headers: { accept: 'application/json' }, signal }
  const { statusCode, headers, body } = await agent.request(request)
  if (statusCode !== 200) {
    // Destroying an unread body emits an error, which concerns no caller.
    body.on('error', () => {}).destroy()
    throw new Error(`the server of the document answers with status ${statusCode}`)
  }
  const document = JSON.parse(await textOf(body)) as unknown
  const cacheControl = headers['cache-control']
  const counts = isObject(document) ? whatCounts(document) : document
  const init = { headers: cacheControl === undefined ? {} : { 'cache-control': String(cacheControl) } }
  return () => Response.json(counts, init)
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > LIMIT) throw new Error(`the document is larger than ${LIMIT} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

/**
 * Returns the client that a document describes: a public one, which waits for its user on any port of the user's machine (RFC 8252, section 7.3).
 * Scopes, other grants and URLs to read from are left out, as is a name that is no line of text.
 */
function whatCounts(document: Record<string, unknown>): Record<string, unknown> {
  const { grant_types = GRANT_TYPES, token_endpoint_auth_method = 'none' } = document
  return {
    ...Object.fromEntries(READ.flatMap((name) => (isRead(name, document) ? [[name, document[name]]] : []))),
    token_endpoint_auth_method,
    grant_types: Array.isArray(grant_types) ? grant_types.filter((type) => GRANT_TYPES.includes(type)) : grant_types,
    response_types: ['code'],
    response_modes: ['query', 'fragment'],
    application_type: 'native',
  }
}

const isRead = (member: (typeof READ)[number], document: Record<string, unknown>): boolean =>
  member in document && (member !== 'client_name' || NAME.safeParse(document[member]).success)

/** Whether a client is known by its metadata document alone and is not registered. */
export const isFromDocument = (client: Pick<Client, 'clientId'>): boolean =>
  (client as { clientIdMetadataDocument?: boolean }).clientIdMetadataDocument === true

/** Returns the host of a client's metadata document. Only the owner of the host can put a document there. */
export const hostOf = ({ clientId }: Pick<Client, 'clientId'>): string => new URL(clientId).host
