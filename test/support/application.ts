import { application as roster } from '@roster/api'
import { servedOf } from '@roster/gateway'

/** What the gateway serves of the application, and what it is called. */
export const application = { ...servedOf(roster), access: roster.access, naming: roster.naming }
