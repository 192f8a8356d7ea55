import { roster } from '../support/roster.ts'
import { twinSuite } from '../support/suites/twins.ts'
import { RULES } from './twins.rules.ts'

twinSuite(roster, { rules: RULES })
