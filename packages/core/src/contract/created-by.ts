import { z } from 'zod'
import { type Accounts, exampleAccountId } from './account.ts'
import { actorSchema } from './actor.ts'
import { idPrefixes, prefixOfId } from './ids.ts'

/** Returns the schema of the actor that made a record. */
export const createdBy = (accounts: Accounts) =>
  actorSchema(accounts).nullable().meta({
    description:
      'The caller that created it, even when its account has been deleted since; null for records older than this member. `setup` of the `system` created the first keys.',
  })

/** Returns the query parameter that selects records by their maker. */
export const createdByParameter = (accounts: Accounts) =>
  z
    .string()
    .max(255)
    .regex(makerPattern(accounts))
    .optional()
    .meta({
      description:
        'Only records created by the user, API key or OAuth client with this identifier. For a user, this includes records created by its API keys, also by revoked ones.',
      examples: [exampleAccountId(accounts)],
    })

/**
 * Returns the pattern of a maker's identifier. One in the form of the core must be whole, as a part would find nothing; an external issuer names its users as
 * it likes.
 */
function makerPattern(accounts: Accounts): RegExp {
  const ours = [prefixOfId(exampleAccountId(accounts)), idPrefixes.apiKey, idPrefixes.oauthClient]
  const prefixes = ours.filter((prefix) => prefix !== undefined).join('|')
  return new RegExp(`^(?:(?:${prefixes})_[0-9A-HJKMNP-TV-Z]{26}|(?!(?:${prefixes})_)[!-~]+)$`)
}
