import { statusSuite } from '../support/suites/statuses.ts'
import { library } from './library.ts'

await statusSuite(library)
