import { isStream } from '../contract/stream-operation.ts'
import type { Definition } from './definition.ts'
import { operationsIn, type Rule } from './rule.ts'

const streamsIn = (own: Definition['own']) => operationsIn(own).filter(isStream)

/** Clients that lost the connection send the cursor of their last event, and without `after` would be refused for ever. */
const positions: Rule = ({ own }) =>
  streamsIn(own)
    .filter(({ parameters: { shape } }) => !('after' in shape && shape['after'].safeParse(undefined).success))
    .map(
      ({ name }) =>
        `${name} takes no optional parameter after, with which clients go on after a lost connection. Add it to its \`query\`, as \`z.string().optional()\`.`,
    )

const tickets: Rule = ({ own }) =>
  streamsIn(own)
    .filter(({ parameters: { shape } }) => 'ticket' in shape)
    .map(({ name }) => `${name} takes the parameter ticket, which is a credential in streams. Call it otherwise.`)

/** Rules for streams. */
export const streamRules: readonly Rule[] = [positions, tickets]
