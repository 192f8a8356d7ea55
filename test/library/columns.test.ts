import { columnSuite } from '../support/suites/columns.ts'
import { library } from './library.ts'

await columnSuite(library)
