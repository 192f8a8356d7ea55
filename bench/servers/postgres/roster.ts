import { entities } from '@roster/api'
import { openDatabase } from '@roster/core/server'
import { serveRoster } from './serve-roster.ts'

await serveRoster(await openDatabase({ url: process.env['DATABASE_URL']! }, { name: 'roster', entities }))
