import { roster } from '../support/roster.ts'
import { walkSuite } from '../support/suites/walks.ts'

walkSuite(roster)
