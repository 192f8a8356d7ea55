/**
 * Runs MikroORM's migration commands on the core's database. `npm run migration -- create --name add_invoices` writes a migration with the
 * changes of the entities since the last one.
 */
import { fileURLToPath } from 'node:url'
import { configure } from '@mikro-orm/cli'

const [command = '', ...options] = process.argv.slice(2)
process.chdir(fileURLToPath(new URL('../packages/api', import.meta.url)))
const cli = await configure()
await cli.parse([`migration:${command}`, '--config', './mikro-orm.config.ts', ...options])
