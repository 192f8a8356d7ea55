import type { PublishedApplication } from './published-application.ts'

const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })

/** Returns the first files of a package. The command writes them once; from then on they belong to the package's owner. */
export function firstFiles({ name, package: packageName, version }: PublishedApplication): Map<string, string> {
  const manifest = {
    name: packageName,
    version,
    description: `The TypeScript client of ${name}.`,
    files: ['dist'],
    type: 'module',
    sideEffects: false,
    exports: { '.': entry('index'), './testing': entry('testing/tables') },
    scripts: { prepack: 'tsc' },
    dependencies: { '@roster/sdk': SDK },
    engines: { node: '>=20' },
  }
  return new Map([
    ['package.json', inJson(manifest)],
    ['tsconfig.json', inJson(CONFIGURATION)],
  ])
}

/** Versions of @roster/sdk whose public entries the client can use. */
const SDK = '^0.1.0'

const CONFIGURATION = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: [],
    strict: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    sourceMap: true,
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
}

const inJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
