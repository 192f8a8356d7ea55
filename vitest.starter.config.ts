import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run test:starter`: the packages as they are published, and an application that is made of them. It needs the registry of npm. */
const config = mergeConfig(base, { test: { testTimeout: 300_000, hookTimeout: 600_000 } })
config.test.include = ['test/starter/**/*.test.ts']
config.test.exclude = ['**/node_modules/**']
config.test.globalSetup = []
config.test.setupFiles = []

export default config
