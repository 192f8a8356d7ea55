import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { baseImages } from './base-images.ts'
import { isMissing, type Run } from './live.ts'

/** Whether tests with images are skipped: they take buildah and podman, and the rights of root. With `ROSTER_REQUIRE_PODMAN=on` they run, and fail. */
export const lacksContainers = isMissing('buildah', 'PODMAN') || isMissing('podman', 'PODMAN') || isUser()

/** Builds images and runs containers of them, apart from those that the machine has. */
export interface Containers {
  /** Builds the Dockerfile of a folder, with these arguments besides. Rejects where it fails. */
  build(folder: string, tag: string, ...args: string[]): Promise<void>
  /** Runs podman to its end, whatever that is. */
  podman(...args: string[]): Promise<Run>
  /** Kills what runs and deletes everything. */
  stop(): Promise<void>
}

/**
 * How a container of the tests runs: on files that cannot be written, without any capability, and on the network of the machine, whose cgroups are not
 * touched. podman looks at the health of none, which takes systemd.
 */
const CONFINED = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges']
export const RUN = ['run', '--cgroups=disabled', '--network=host', '--no-healthcheck', ...CONFINED]

/** An empty place for images, with `build` and `run` in it, on which the Dockerfiles of this repository can be built without a registry of images. */
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

/** A health check is kept in this format alone. `chroot` is the isolation that asks the least of a machine. */
const BUILD = ['--format=docker', '--isolation=chroot', '--network=host', `--platform=linux/${architecture()}`]
const ON_BASES = ['--build-arg=BUILD_IMAGE=localhost/build', '--build-arg=RUN_IMAGE=localhost/run']

/** Settings of podman and buildah, in a folder of their own. */
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

/** The runtime, without the limits that podman always sets, which take a right that root may lack on a virtual machine. */
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

/** A process whose mounts nobody else sees, and which end with it. Where cgroups are of two versions at once, which crun does not take, it sees the second alone. */
async function mountSpace() {
  const cgroups =
    '[ -e /sys/fs/cgroup/cgroup.controllers ] || { umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; }'
  const script = `${cgroups}; echo ready; exec sleep infinity`
  const space = spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(space.stdout, 'data')
  return space
}

/** What images call the processor of this machine. */
function architecture(): string {
  return process.arch === 'x64' ? 'amd64' : process.arch
}

function isUser(): boolean {
  if (process.getuid?.() === 0) return false
  process.stderr.write('Tests with containers are skipped: they take the rights of root.\n')
  return true
}
