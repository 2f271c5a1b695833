import { createServer, type Server } from 'node:http'
import { mkdir, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** An upstream that answers well half of the time, and badly in every way for the rest. */
export async function openUpstream(): Promise<Server & { readonly url: string }> {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    const json = { 'content-type': 'application/json' }
    switch (asked % 12) {
      case 1:
        return void response.writeHead(500, json).end('{"error":"down"}')
      case 3:
        return void response.writeHead(200, json).end('<p>no json')
      case 5:
        return void response.writeHead(200, { ...json, 'content-length': '900' }).write('{"ok":')
      case 7:
        return void response.destroy()
      case 9:
        return void setTimeout(() => response.writeHead(200, json).end('{"ok":true}'), 3_000)
      case 11:
        return void response.writeHead(429, { ...json, 'retry-after': '1' }).end('{}')
      default:
        return void response.writeHead(200, json).end('{"ok":true}')
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(server, { url: `http://127.0.0.1:${port}` })
}

/** Tools of the operator: a price on that upstream, and one that takes its time. */
export async function writeTools(folder: string, upstream: string): Promise<void> {
  const family = join(folder, 'soak')
  await mkdir(family, { recursive: true })
  const files = {
    '_family.ts': `import { defineFamily } from 'farebox'
export default defineFamily({ title: 'Soak', description: 'What is asked all day long.' })
`,
    'soak-upstream.ts': `import { defineProxy, z } from 'farebox'
export default defineProxy({
  slug: 'soak-upstream',
  name: 'Upstream',
  description: 'Asks an upstream that often fails.',
  asks: ['what does the upstream say', 'ask the service behind this one'],
  price: '$0.003',
  url: '${upstream}/things/{name}',
  input: z.object({ name: z.string().max(40).describe('Of the thing.') }),
  output: z.object({ ok: z.boolean() }),
  example: { name: 'a' },
})
`,
    'soak-slow.ts': `import { defineTool, z } from 'farebox'
export default defineTool({
  route: 'POST /api/soak-slow',
  name: 'Slow',
  description: 'Takes a while.',
  asks: ['something that takes a while', 'wait and then answer'],
  price: '$0.005',
  pace: 'slow',
  uses: {},
  input: z.object({ ms: z.int().min(1).max(5000).describe('How long it takes.') }),
  output: z.object({ done: z.boolean() }),
  examples: [{ input: { ms: 1 } }],
  async run({ ms }) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return { done: true }
  },
})
`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(family, name), text)
}
