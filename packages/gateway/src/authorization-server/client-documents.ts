import { lineOfText } from '@roster/core/contract'
import { isObject } from '@roster/core/server'
import { LRUCache } from 'lru-cache'
import type { Client } from 'oidc-provider'
import type { Dispatcher } from 'undici'

/** Largest document that is read, in bytes (OAuth Client ID Metadata Document, section "Limit Response Size"). */
const LIMIT = 5 * 1_024

/** How long a document is left alone once it was asked for, be it good, bad or missing, in milliseconds: anybody can name one. */
const PAUSE = 5_000

/** Members of a document that are handed on; what it says besides is neither needed nor looked at. */
const READ = ['client_id', 'client_name', 'redirect_uris', 'client_secret', 'client_secret_expires_at'] as const

/** What somebody who registers a client may call it: a line of text. */
const NAME = lineOfText(1, 200)

/** How an agent gets tokens that nobody has registered: only for somebody who was asked. */
const GRANT_TYPES: readonly unknown[] = ['authorization_code', 'refresh_token']

/** Reads documents by which clients that nobody has registered tell who they are. */
export type ReadDocument = (address: string, signal: AbortSignal) => Promise<Response>

/**
 * Reads metadata documents of clients (draft-ietf-oauth-client-id-metadata-document), over the connections of an agent, which decides where those
 * may lead. Redirects are not followed. The answer is a document with what counts of the one that was read. Throws where there is none in time, one
 * that is too large, or one that is no JSON. Whatever came of it is the answer for some seconds: who takes a document keeps it for longer, and asks
 * for a bad one each time it is named.
 */
export function documentReader(openAgent: () => Promise<Dispatcher>): ReadDocument {
  const recent = new LRUCache<string, () => Response>({ max: 1_000, ttl: PAUSE })
  let agent: Promise<Dispatcher> | undefined

  async function ask(address: string, signal: AbortSignal): Promise<() => Response> {
    try {
      agent ??= openAgent()
      return await read(new URL(address), await agent, signal)
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
    // What is left unread ends as an error, which is nobody's.
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
 * The client that a document describes: a public one, on whichever port of this machine it waits for its user (RFC 8252, section 7.3). What it says
 * of scopes, other grants and addresses to read from is left out, as is a name that people could not read as one.
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

/** Whether a client is known by its document alone: nobody has registered it. */
export const isFromDocument = (client: Pick<Client, 'clientId'>): boolean =>
  (client as { clientIdMetadataDocument?: boolean }).clientIdMetadataDocument === true

/** The host that answers for a client that is known by its document: nobody else can put one there. */
export const hostOf = ({ clientId }: Pick<Client, 'clientId'>): string => new URL(clientId).host
