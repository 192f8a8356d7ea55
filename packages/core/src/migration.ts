/** Entry for migrations. Only migrations load this entry, so that a process without pending migrations does not load their library. */
export { Migration } from '@mikro-orm/migrations'
export { IndexMigration } from './data/index-migration.ts'
