import { buildLibrary } from './library.ts'

const { PORT = '4000', LIBRARY_KEY: key = 'letmein' } = process.env
const baseUrl = `http://localhost:${PORT}`

const app = await buildLibrary({ baseUrl, key })
await app.listen({ port: Number(PORT) })
console.log(`The library is open at ${baseUrl}/docs`)
