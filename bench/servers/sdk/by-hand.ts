import { read, worksBy } from './by-fetch.ts'
import { serveCalls } from './caller.ts'

serveCalls(worksBy((url) => read(url)))
