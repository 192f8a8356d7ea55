import { defineConfig } from 'vitest/config'

const resolve = {
  conditions: ['@roster/source', 'module', 'node', 'development|production'],
  externalConditions: ['@roster/source', 'node'],
}

/** `npm test`; the other configurations have what takes longer. */
export default defineConfig({
  ssr: { resolve },
  // Where vitest itself runs `globalSetup`.
  environments: { __vitest__: { resolve } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'test/e2e/**',
      'test/faults/**',
      'test/library/**',
      'test/load/**',
      'test/starter/**',
    ],
    globalSetup: ['test/support/template.ts'],
    setupFiles: ['test/support/setup.ts'],
    // A worker keeps what files have in common: modules, databases, the browser.
    isolate: false,
    // One more than a small machine has processors: tests wait for processes, databases and browsers.
    maxWorkers: 3,
    // For what waits for ever. A machine with other work takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A test that asserts nothing, because a list is empty or a callback never runs, fails.
    expect: { requireAssertions: true, poll: { timeout: 60_000, interval: 10 } },
  },
})
