import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run test:faults`: what goes wrong for minutes, to the service as processes on a PostgreSQL server. Two files at a time: each is work for a machine. */
const config = mergeConfig(base, { test: { testTimeout: 300_000, maxWorkers: 2 } })
config.test.include = ['test/faults/**/*.test.ts']
config.test.exclude = ['**/node_modules/**']

export default config
