import { run } from '@roster/gateway'
import { application } from './application.ts'

await run(application)
