import { agentTwinSuite } from '../support/suites/agents.ts'
import { library } from './library.ts'

agentTwinSuite(library)
