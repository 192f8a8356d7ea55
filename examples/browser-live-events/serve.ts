import { fileURLToPath } from 'node:url'
import { pageServer } from './page-server.ts'

const { ROSTER_URL: roster = 'http://localhost:3000', PORT = '8000' } = process.env
const sdk = fileURLToPath(new URL('../../packages/sdk/dist', import.meta.url))

pageServer({ roster, sdk }).listen(Number(PORT), '127.0.0.1', () => console.log(`http://localhost:${PORT}/`))
