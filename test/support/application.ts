import { application as roster } from '@roster/api'
import { servedOf } from '@roster/gateway'

/** The parts of Roster that the gateway serves, with the access policy and the naming. */
export const application = { ...servedOf(roster), access: roster.access, naming: roster.naming }
