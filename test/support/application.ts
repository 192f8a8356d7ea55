import { application as roster } from '@roster/api/app'
import { namingOf, servedOf } from '@roster/gateway'

/** What the gateway serves of the application, and what it is called. */
export const application = { ...servedOf(roster), access: roster.access, naming: namingOf(roster.name) }
