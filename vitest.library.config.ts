import base from './vitest.config.ts'

/** `npm run test:library`: the suites of any application over the one in `examples/library`, as `npm test` has them over Roster. */
export default {
  ...base,
  test: { ...base.test, include: ['test/library/**/*.test.ts'], exclude: ['**/node_modules/**'] },
}
