import { existsSync } from 'node:fs'
import { run } from '@roster/gateway'
import { application } from './application.ts'

if (existsSync('.env')) process.loadEnvFile()
await run(application)
