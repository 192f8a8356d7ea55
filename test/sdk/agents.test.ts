import { agentTwinSuite } from '../support/suites/agents.ts'
import { roster } from '../support/roster.ts'

agentTwinSuite(roster)
