/** In a program that was launched: ends it as a SIGTERM does once its launcher was killed, which can pass no signal on any more. */
const LOOK = 500

const launcher = Number(process.env.ROSTER_LAUNCHER)
// What the program starts itself, with the same arguments, may outlive it.
delete process.env.ROSTER_LAUNCHER

/** Whether the launcher is the parent; with `--watch` Node.js itself is. */
const isChild = process.ppid === launcher

/** A process whose parent has ended gets another one, but for Windows. */
function isLaunched() {
  try {
    return (!isChild || process.ppid === launcher) && process.kill(launcher, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function look() {
  if (isLaunched()) return
  clearInterval(timer)
  const isWatched = !isChild && process.connected
  // The watcher passes it on.
  process.kill(isWatched ? process.ppid : process.pid, 'SIGTERM')
}

const timer = launcher ? setInterval(look, LOOK).unref() : undefined
