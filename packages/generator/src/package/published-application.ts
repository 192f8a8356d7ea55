import type { Application, Product } from '../application.ts'

/** An application whose client is a package of its own. */
export interface PublishedApplication extends Application {
  product: Product
  /** Name of the package, such as `library-client`. */
  package: string
  /** First version of the package. */
  version: string
}
