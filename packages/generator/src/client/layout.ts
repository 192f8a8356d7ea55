/** The header, imports and reserved names of generated code. */
export interface Layout {
  /** First line of every file. It names the program that wrote the file. */
  header: string
  /** Names that generated code imports, by module. Paths of modules are relative to the folder of resources. */
  runtime: Readonly<Record<string, readonly string[]>>
  /** Other names that the client's package exports. No schema can have one of these names. */
  exported: readonly string[]
}
