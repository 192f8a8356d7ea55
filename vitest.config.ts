import { defineConfig } from 'vitest/config'

const resolve = {
  conditions: ['@roster/source', 'module', 'node', 'development|production'],
  externalConditions: ['@roster/source', 'node'],
}

/** `npm test`; `vitest.faults.config.ts` has what takes longer. */
export default defineConfig({
  ssr: { resolve },
  // Where vitest itself runs `globalSetup`.
  environments: { __vitest__: { resolve } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/faults/**'],
    globalSetup: ['test/support/template.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 10 } },
    maxWorkers: 2,
  },
})
