import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { baseImages } from './base-images.ts'
import { isMissing, type Run } from './live.ts'

/** Whether tests with images are skipped: they need buildah, podman and root rights. With `ROSTER_REQUIRE_PODMAN=on` missing programs make them fail. */
export const lacksContainers = isMissing('buildah', 'PODMAN') || isMissing('podman', 'PODMAN') || isUser()

/** Builds images and runs containers, separate from the images and containers of the machine. */
export interface Containers {
  /** Builds the Dockerfile of a folder, with additional arguments. Rejects when the build fails. */
  build(folder: string, tag: string, ...args: string[]): Promise<void>
  /** Runs podman, and resolves also when podman fails. */
  podman(...args: string[]): Promise<Run>
  /** Kills all containers and deletes all files. */
  stop(): Promise<void>
}

/**
 * Arguments that run a container of the tests: a read-only file system, no capabilities, the network of the machine, and no cgroups. podman
 * does not run health checks, which need systemd.
 */
const CONFINED = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges']
export const RUN = ['run', '--cgroups=disabled', '--network=host', '--no-healthcheck', ...CONFINED]

/** Opens a new store of images with the base images `build` and `run`, so that this repository's Dockerfiles build without a registry of images. */
export async function openContainers(): Promise<Containers> {
  const folder = await mkdtemp(join(tmpdir(), 'roster-containers-'))
  const env = { ...process.env, ...(await configure(folder)) }
  const space = await mountSpace()
  const call = (...command: string[]): Promise<Run> =>
    new Promise((resolve) => {
      const args = ['--target', String(space.pid), '--mount', ...command]
      execFile('nsenter', args, { env, maxBuffer: 2 ** 26 }, (error, output, errors) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output, errors }),
      )
    })
  const build: Containers['build'] = async (context, tag, ...args) => {
    const { code, output, errors } = await call('buildah', 'build', ...BUILD, ...args, '--tag', tag, context)
    if (code !== 0) throw new Error(`The image of ${context} cannot be built:\n${output}\n${errors}`)
  }
  for (const image of await baseImages(folder)) await build(image.folder, image.tag)
  return {
    build: (context, tag, ...args) => build(context, tag, ...ON_BASES, ...args),
    podman: (...args) => call('podman', ...args),
    async stop() {
      await call('podman', 'rm', '--all', '--force', '--time=0')
      space.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 1_000 })
    },
  }
}

/** Only the docker format keeps a health check. `chroot` is the isolation that requires the least of the machine. */
const BUILD = ['--format=docker', '--isolation=chroot', '--network=host', `--platform=linux/${architecture()}`]
const ON_BASES = ['--build-arg=BUILD_IMAGE=localhost/build', '--build-arg=RUN_IMAGE=localhost/run']

/** Writes settings of podman and buildah into a folder, and returns their environment variables. */
async function configure(folder: string): Promise<Record<string, string>> {
  const [storage, engine, runtime] = ['storage.conf', 'containers.conf', 'runtime'].map((name) => join(folder, name))
  const places = `graphroot = "${join(folder, 'storage')}"\nrunroot = "${join(folder, 'run')}"`
  await writeFile(storage!, `[storage]\ndriver = "overlay"\n${places}\n`)
  const settings = [
    'cgroup_manager = "cgroupfs"',
    'events_logger = "file"',
    'runtime = "crun"',
    `tmp_dir = "${join(folder, 'tmp')}"`,
  ].join('\n')
  await writeFile(engine!, `[engine]\n${settings}\n[engine.runtimes]\ncrun = ["${runtime}"]\n`)
  await writeFile(runtime!, RUNTIME)
  await chmod(runtime!, 0o755)
  return { CONTAINERS_STORAGE_CONF: storage!, CONTAINERS_CONF: engine! }
}

/** A wrapper of the runtime that removes podman's resource limits: they need a right that root may lack on a virtual machine. */
const RUNTIME = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs')
const { spawnSync } = require('node:child_process')
const args = process.argv.slice(2)
const after = (option) => args[args.indexOf(option) + 1]
const file = args.includes('--bundle') ? after('--bundle') + '/config.json' : args.includes('--process') ? after('--process') : undefined
if (file) {
  const config = JSON.parse(readFileSync(file, 'utf8'))
  delete (config.process ?? config).rlimits
  writeFileSync(file, JSON.stringify(config))
}
process.exit(spawnSync('crun', args, { stdio: 'inherit' }).status ?? 1)
`

/** Starts a process with its own mount namespace. crun does not accept cgroups of two versions at once, so the process sees only version 2. */
async function mountSpace() {
  const cgroups =
    '[ -e /sys/fs/cgroup/cgroup.controllers ] || { umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; }'
  const script = `${cgroups}; echo ready; exec sleep infinity`
  const space = spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(space.stdout, 'data')
  return space
}

/** Returns the name of this machine's processor architecture in images. */
function architecture(): string {
  return process.arch === 'x64' ? 'amd64' : process.arch
}

function isUser(): boolean {
  if (process.getuid?.() === 0) return false
  process.stderr.write('Tests with containers are skipped: they take the rights of root.\n')
  return true
}
