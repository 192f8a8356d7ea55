import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run test:e2e`: the service as a process, the packages as they are published, and the examples. */
const config = mergeConfig(base, {})
config.test.include = ['test/e2e/**/*.test.ts', 'examples/**/*.test.ts']
config.test.exclude = ['**/node_modules/**']

export default config
