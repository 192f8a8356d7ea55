import { documentSuite } from '../support/suites/document.ts'
import { library } from './library.ts'

await documentSuite(library.application)
