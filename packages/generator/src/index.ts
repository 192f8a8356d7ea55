/** Writes the client of an application from its contracts. */
export type { Application, ErrorKind, Product } from './application.ts'
export { clientFiles } from './client/files.ts'
export type { Layout } from './client/layout.ts'
