import { fileURLToPath } from 'node:url'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig } from '@mikro-orm/pglite'
import { mappingOptions } from '@roster/core/server'
import { entities } from './src/application.ts'

const mapping = mappingOptions({ entities })

/** For MikroORM's CLI: `npm run migration -- create` compares the entities with the schema that the migrations make. */
export default defineConfig({
  ...mapping,
  extensions: [Migrator],
  migrations: { ...mapping.migrations, path: fileURLToPath(new URL('migrations', import.meta.url)) },
  dbName: 'memory://',
})
