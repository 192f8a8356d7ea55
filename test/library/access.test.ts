import { accessSuite } from '../support/suites/access.ts'
import { library } from './library.ts'

accessSuite(library)
