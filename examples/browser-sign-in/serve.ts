import { pageServer } from './page-server.ts'

const { ROSTER_URL: roster = 'http://localhost:3000', CLIENT_ID: client_id = '', PORT = '8000' } = process.env
if (client_id === '') throw new Error('Set CLIENT_ID to the client_id of a registered client: see README.md.')

pageServer({ roster, client_id }).listen(Number(PORT), '127.0.0.1', () => console.log(`http://localhost:${PORT}/`))
