import { fileURLToPath } from 'node:url'
import { clientGuides } from '../src/front/surfaces/client-guides.ts'
import { baseUrl } from './_buyer.ts'

/** `npm run connect -- [url] [credits key]`: the lines that lead each client to the connector. */
const [url = baseUrl(), key = null] = process.argv.slice(2)
const folder = fileURLToPath(new URL('..', import.meta.url))
const guides = clientGuides(`${url.replace(/\/+$/, '')}/mcp`, key, folder)
for (const { client, where, lines } of guides)
  process.stdout.write(`# ${client}, in ${where}\n${lines}\n\n`)
