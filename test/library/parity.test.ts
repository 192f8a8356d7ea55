import { paritySuite } from '../support/suites/parity.ts'
import { library } from './library.ts'

paritySuite(library)
