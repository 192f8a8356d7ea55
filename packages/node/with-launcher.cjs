/** Milliseconds between checks of the launcher. A launched program gets a SIGTERM once its launcher was killed and can pass on no signals. */
const LOOK = 500

const launcher = Number(process.env.ROSTER_LAUNCHER)
// Processes that the program starts with the same arguments may outlive the program.
delete process.env.ROSTER_LAUNCHER

/** Whether the launcher is the parent process. With `--watch` the parent is Node.js's own watcher. */
const isChild = process.ppid === launcher

/** Whether the launcher still runs. A process whose parent has ended gets another parent, except on Windows. */
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
  // The watcher passes the signal on.
  process.kill(isWatched ? process.ppid : process.pid, 'SIGTERM')
}

const timer = launcher ? setInterval(look, LOOK).unref() : undefined
