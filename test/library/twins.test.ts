import { twinSuite } from '../support/suites/twins.ts'
import { library } from './library.ts'
import { RULES } from './twins.rules.ts'

// What the core brings along is compared with each of its errors as a part of Roster.
twinSuite(library, { rules: RULES, isCompared: (name) => /^(?:books|people|plans)\./.test(name) })
