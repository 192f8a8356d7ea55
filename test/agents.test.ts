import { roster } from './support/roster.ts'
import { agentSuite } from './support/suites/agent-tools.ts'

agentSuite(roster)
