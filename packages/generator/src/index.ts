/** Writes the client of an application from its contracts. */
export type { Application, Product } from './application.ts'
export { clientFiles, finished } from './client/files.ts'
export type { Layout } from './client/layout.ts'
export { writeFiles } from './command/folder.ts'
export type { ApplicationModule } from './command/load.ts'
export { packageFiles } from './package/package-files.ts'
export type { PublishedApplication } from './package/published-application.ts'
export { type MockedSpec, mockedApplication } from './mock/mock-operation.ts'
