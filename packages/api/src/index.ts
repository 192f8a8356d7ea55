/** Roster: user records and their orders, the first application of the core. */
export { access, type Role, type Scope, scopes } from './access.ts'
export { type AppRouter, application, appRouter, entities, eventAccess, naming, resources } from './application.ts'
