import { clientGuides } from '../src/surfaces/connect-page.ts'
import { baseUrl } from './_buyer.ts'

/** `npm run connect -- [url] [credits key]`: the lines that lead each client to the connector. */
const [url = baseUrl(), key = null] = process.argv.slice(2)
for (const { client, where, lines } of clientGuides(`${url.replace(/\/+$/, '')}/mcp`, key))
  process.stdout.write(`# ${client}, in ${where}\n${lines}\n\n`)
