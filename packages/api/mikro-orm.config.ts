import { defineConfig } from '@mikro-orm/pglite'
import { mappingOptions } from './src/data/options.ts'
import { entities } from './src/resources.ts'

/** For MikroORM's CLI: `npm run migration -- create` compares the entities with the schema that the migrations make. */
export default defineConfig({
  ...mappingOptions({ entities }),
  dbName: 'memory://',
})
