import base from './vitest.config.ts'

/** `npm run test:e2e`: the service as a process, the packages as they are published, and the examples. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ['test/e2e/**/*.test.ts', 'examples/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
  },
}
