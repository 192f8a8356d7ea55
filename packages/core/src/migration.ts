/** What migrations are made of. They alone load it: an entry of its own keeps it out of processes that have none to take. */
export { Migration } from '@mikro-orm/migrations'
export { IndexMigration } from './data/index-migration.ts'
