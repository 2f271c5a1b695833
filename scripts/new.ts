import { fileURLToPath } from 'node:url'
import { writeEndpoint } from './_new-endpoint.ts'
import { writeNetwork } from './_new-network.ts'
import { writeProxy } from './_new-proxy.ts'
import { writePack, writeTool } from './_new-tool.ts'
import { writeUpstream } from './_new-upstream.ts'

/** `npm run new` writes one more of a kind from its template, to be made into the one you want. */
const USAGE = `usage: npm run new -- tool <family>/[<group>/]<slug> [<upstream>]
       npm run new -- pack <slug>
       npm run new -- proxy <url> [<family>/<slug>]
       npm run new -- upstream <name>
       npm run new -- endpoint <name>
       npm run new -- network <chain id> <name> <token address> <token name> <facilitator>`

const START = import.meta.url.endsWith('.js') ? 'npx farebox' : 'npm start'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const [kind, ...given] = process.argv.slice(2)
const [name = '', ...more] = given
const place = name.replace(/\.ts$/, '')

interface Written {
  readonly files: readonly string[]
  /** What to do next. */
  readonly next: readonly string[]
}

const tryOut = (slug: string, input: string): readonly string[] => [
  `run it:   npm run try -- ${slug} '${input}'`,
  `test it:  npm test -- test/tools -t ${slug}`,
]

async function write(): Promise<Written> {
  const slug = place.split('/').at(-1) ?? ''
  if (kind === 'tool') {
    const [upstream] = more
    const input = upstream === undefined ? '{"text":"one two"}' : '{"id":"1"}'
    return { files: await writeTool(ROOT, place, upstream), next: tryOut(slug, input) }
  }
  if (kind === 'pack')
    return {
      files: await writePack(ROOT, place),
      next: tryOut(`skill-${place}`, '{"text":"hello"}'),
    }
  if (kind === 'proxy') {
    const folder = process.env['TOOLS_DIR'] ?? 'my-tools'
    const { kind: found, files } = await writeProxy(folder, name, more[0])
    return { files, next: [`sell it:  TOOLS_DIR=${folder} ${START}`, `it is made of: ${found}`] }
  }
  if (kind === 'upstream')
    return {
      files: await writeUpstream(ROOT, place),
      next: [`use it:   npm run new -- tool <family>/<slug> ${place}`],
    }
  if (kind === 'endpoint')
    return {
      files: await writeEndpoint(ROOT, place),
      next: [`call it:  curl http://127.0.0.1:4020/api/${place}`],
    }
  if (kind === 'network') {
    const [title = '', asset = '', tokenName = '', facilitator = ''] = more
    const network = { chainId: Number(name), name: title, asset, tokenName, facilitator }
    return {
      files: await writeNetwork(ROOT, network),
      next: [`offer it: NETWORKS=eip155:${name} PAY_TO=0x... npm start`],
    }
  }
  throw new Error(USAGE)
}

try {
  if (place === '') throw new Error(USAGE)
  const { files, next } = await write()
  const check = kind === 'proxy' ? [] : ['check it: npm run check']
  const lines = [...files.map((path) => `wrote ${path}`), ...next, ...check]
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}
