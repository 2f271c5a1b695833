import { readConfig } from '../../src/service/settings/config.ts'
import { nameTool } from '../../src/base/core/tool.ts'
import { buildService } from '../../src/service/build/service.ts'
import extract from '../../src/goods/tools/web/read/extract.ts'
import { internet, staged } from '../../test/support/internet.ts'
import { savedPages } from '../../test/support/saved-pages.ts'
import { catalogOfTools } from '../../test/support/catalog.ts'

/** A service whose web is the saved pages, all of them on sites of their own. */
const { sites } = await internet()
for (const { url, html } of await savedPages())
  sites.set(new URL(url).host, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
const long = '<p>Some words of a <b>long</b> page with <a href="/x">links</a>.</p>'.repeat(4_000)
sites.set('long.example', (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<article>${long}</article>`)
})

const { families } = await catalogOfTools()
const spec = { ...extract, uses: await staged(extract.uses) }
const tools = [nameTool(spec, 'web', 'extract')]
const service = await buildService(readConfig(process.env), {
  loaded: { tools, families },
})
process.stdout.write(`${service.server.url}\n`)
