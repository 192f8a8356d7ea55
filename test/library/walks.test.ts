import { walkSuite } from '../support/suites/walks.ts'
import { library } from './library.ts'

walkSuite(library)
