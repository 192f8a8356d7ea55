import { roster } from '../support/roster.ts'
import { statusSuite } from '../support/suites/statuses.ts'

await statusSuite(roster)
