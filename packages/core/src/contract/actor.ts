import { z } from 'zod'
import { type Accounts, exampleActor } from './account.ts'
import type { Principal } from './principal.ts'

/** Returns the schema of an actor. Its example is a user with an account. */
function describedActor(accounts: Accounts) {
  const example = exampleActor(accounts)
  return z
    .object({
      type: z.enum(['user', 'api_key', 'client', 'system']).meta({
        description:
          'Kind of actor: `user`, by a session or an access token; `api_key`, also for a key that acts as a user; `client`, an OAuth client on its own behalf, or as an agent for a user; `system`, the service itself.',
        examples: [example.type],
      }),
      id: z
        .string()
        .max(255)
        .meta({
          pattern: '^[!-~]+$',
          description: 'Identifier of the actor; for `system` the part of the service, such as `exports`.',
          examples: [example.id],
        }),
    })
    .meta({
      id: 'Actor',
      description: 'The user, API key, OAuth client or part of the service that acts.',
      examples: [example],
    })
}

type ActorSchema = ReturnType<typeof describedActor>
/** An actor: a user, an API key, an OAuth client, or the service itself. */
export type Actor = z.output<ActorSchema>

const NO_ACCOUNT = z.object({})
const schemas = new WeakMap<z.ZodObject, ActorSchema>()

/** Returns the schema of an actor. All operations of an application share one schema, because the document of the API names it. */
export function actorSchema(accounts: Accounts): ActorSchema {
  const { account = NO_ACCOUNT } = accounts
  const schema = schemas.get(account) ?? describedActor(accounts)
  schemas.set(account, schema)
  return schema
}

/** Returns the actor of a principal: the agent, where one acts for a user. Null for a caller without a credential. */
export function actorOf(principal: Pick<Principal, 'type' | 'id' | 'user_id' | 'agent_id'>): Actor | null {
  return principal.agent_id === undefined ? makerOf(principal) : { type: 'client', id: principal.agent_id }
}

/**
 * Returns the actor on whose behalf a principal acts, who is responsible for the records that the principal makes, and can list them. Null for a caller without
 * a credential.
 */
export function makerOf({ type, id, user_id }: Pick<Principal, 'type' | 'id' | 'user_id'>): Actor | null {
  if (type === 'none') return null
  if (type === 'api_key') return { type, id }
  return user_id === null ? { type: 'client', id } : { type: 'user', id: user_id }
}

/** Returns the actor for a part of the service that acts on nobody's behalf. */
export const systemActor = (id: string): Actor => ({ type: 'system', id })
