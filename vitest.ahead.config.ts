import base from './vitest.config.ts'
import e2e from './vitest.e2e.config.ts'

/** `npm run test:ahead`: what `npm test` and `npm run test:e2e` run, with the time of the machine set ahead. */
export default {
  ...base,
  test: {
    ...base.test,
    include: [...base.test!.include!, ...e2e.test.include],
    exclude: base.test!.exclude!.filter((pattern) => pattern !== 'test/e2e/**'),
  },
}
