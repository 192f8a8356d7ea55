import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run test:load`: hundreds of sockets, a hundred thousand records. One file after another: each is work for a machine. */
const config = mergeConfig(base, { test: { fileParallelism: false } })
config.test.include = ['test/load/**/*.test.ts']
config.test.exclude = ['**/node_modules/**']

export default config
