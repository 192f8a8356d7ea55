/** Where generated code is to be, and what it may take from where. */
export interface Layout {
  /** The first line of every file. It says what the file was written by. */
  header: string
  /** Names that generated code is made of, by the module that has them, as it is seen from the folder of resources. */
  runtime: Readonly<Record<string, readonly string[]>>
  /** What people import beside that from the package of the client, and no schema can be called. */
  exported: readonly string[]
}
