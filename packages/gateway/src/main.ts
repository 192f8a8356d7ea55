import { application } from '@roster/api/app'
import { run } from './service/run.ts'

await run(application)
