import { expect, test } from 'vitest'
import { CannotListen, freePort, listenAt } from './port.ts'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(`listen ${code}`), { code }))
const place = { setting: 'ROSTER_METRICS_PORT', host: 'nowhere.example', port: 80 }

test.each([
  [
    'EADDRINUSE',
    'Port 80 of nowhere.example is in use by another process. Stop that process, or give this one another port with ROSTER_METRICS_PORT.',
  ],
  [
    'EACCES',
    'This process has no permission for port 80 of nowhere.example. Give it a port from 1024 on with ROSTER_METRICS_PORT.',
  ],
  [
    'EADDRNOTAVAIL',
    'The address nowhere.example is none of this machine. Give HOST one that is, such as 127.0.0.1, or 0.0.0.0 for all of them.',
  ],
  [
    'ENOTFOUND',
    'The name nowhere.example has no address. Give HOST an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.',
  ],
  [
    'EAI_AGAIN',
    'The name nowhere.example has no address. Give HOST an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.',
  ],
])('a place where nothing can be listened is told with what mends it: %s', async (code, message) => {
  await expect(listenAt(place, failing(code))).rejects.toEqual(new CannotListen(message))
})

test('any other error is told as it is', async () => {
  await expect(listenAt(place, failing('EMFILE'))).rejects.toThrow('listen EMFILE')
})

test('an address of another machine is told of when a port is looked for', async () => {
  await expect(freePort('203.0.113.1')).rejects.toThrow('The address 203.0.113.1 is none of this machine.')
})
