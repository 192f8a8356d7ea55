import { roster } from './support/roster.ts'
import { paritySuite } from './support/suites/parity.ts'

paritySuite(roster)
