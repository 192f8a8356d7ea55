import { execFileSync } from 'node:child_process'
import { existsSync, globSync, realpathSync } from 'node:fs'
import { copyFile, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A folder with a Dockerfile, and the tag of the image. */
interface Image {
  tag: string
  folder: string
}

/**
 * Writes the base images of this repository's images from the files of this machine, for machines without a registry of images. `run` has
 * Node.js and the libraries that it loads, like a distroless image. `build` also has npm, a shell and a few tools.
 */
export async function baseImages(folder: string): Promise<Image[]> {
  const run = { tag: 'run', folder: join(folder, 'base-run') }
  await addPrograms(run.folder, 'nodejs/bin', [process.execPath])
  await mkdir(join(run.folder, 'tmp'), { mode: 0o1777 })
  await writeFile(join(run.folder, 'Dockerfile'), 'FROM scratch\nCOPY . /\n')

  const build = { tag: 'build', folder: join(folder, 'base-build') }
  await addPrograms(build.folder, 'bin', TOOLS.map(found))
  await addNpm(build.folder)
  const environment = 'PATH=/nodejs/bin:/usr/bin:/bin HOME=/root npm_config_globalconfig=/etc/npmrc'
  await writeFile(join(build.folder, 'Dockerfile'), `FROM localhost/run\nCOPY . /\nENV ${environment}\n`)
  return [run, build]
}

const TOOLS = ['sh', 'env', 'mkdir', 'cp', 'mv', 'chmod', 'rm']

/** Adds npm, with this machine's settings of the registry. */
async function addNpm(root: string): Promise<void> {
  const npm = dirname(dirname(realpathSync(found('npm'))))
  await cp(npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true })
  await mkdir(join(root, 'usr/bin'))
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/bin', name))
  await symlink('/bin/env', join(root, 'usr/bin/env'))
  await mkdir(join(root, 'root'))
  await mkdir(join(root, 'etc/ssl/certs'), { recursive: true })
  const settings = execFileSync('npm', ['config', 'get', 'globalconfig'], { encoding: 'utf8' }).trim()
  const taken = { [settings]: 'etc/npmrc', '/etc/resolv.conf': 'etc/resolv.conf', [AUTHORITIES]: AUTHORITIES.slice(1) }
  for (const [from, to] of Object.entries(taken)) if (existsSync(from)) await copyFile(from, join(root, to))
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\n')
}

const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'

/** Copies programs into a folder of an image, and the libraries that they load to the same paths as on this machine. */
async function addPrograms(root: string, folder: string, programs: readonly string[]): Promise<void> {
  await mkdir(join(root, folder), { recursive: true })
  for (const program of programs) {
    const name = program === process.execPath ? 'node' : basename(program)
    await copyFile(realpathSync(program), join(root, folder, name))
    for (const library of librariesOf(program)) {
      await mkdir(join(root, dirname(library)), { recursive: true })
      await copyFile(realpathSync(library), join(root, library))
    }
  }
}

/** Returns the libraries that a program is linked to, and those of the C library that are loaded later: name services, real time. */
function librariesOf(program: string): string[] {
  const linked = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/(?<=\s)\/\S+/g) ?? []
  const library = linked.find((path) => basename(path) === 'libc.so.6')
  return library ? [...linked, ...globSync(`${dirname(library)}/lib{rt,resolv,nss_dns,nss_files}.so.*`)] : linked
}

/** Returns the path of a program. */
const found = (program: string): string =>
  execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim()
