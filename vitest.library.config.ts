import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run test:library`: the suites of any application over the one in `examples/library`, as `npm test` has them over Roster. */
const config = mergeConfig(base, {})
config.test.include = ['test/library/**/*.test.ts']
config.test.exclude = ['**/node_modules/**']

export default config
