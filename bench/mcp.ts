import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { issueKeys } from './support/keys.ts'
import { COUNTED, perSecondOf, ratio } from './support/load.ts'
import { startService, type Server } from './support/server.ts'

/** `catalog.call` of a pure tool against the same call over HTTP, and connections that idle. */
const IDLE = 1_000
const MODERN = '2026-07-28'

const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'catalog.call',
    arguments: { slug: 'hash', params: { text: 'hello' } },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': MODERN,
  'mcp-method': 'tools/call',
  'mcp-name': 'catalog.call',
}

async function benchMcp(): Promise<void> {
  const service = await startService()
  const [key = ''] = await issueKeys(service, 1)
  const authorization = `Bearer ${key}`
  const overMcp = () =>
    perSecondOf(COUNTED, {
      url: `${service.url}/mcp`,
      body: BODY,
      headers: { ...HEADERS, authorization },
      status: 200,
    })
  const overHttp = () =>
    perSecondOf(COUNTED, {
      url: `${service.url}/api/hash`,
      body: '{"text":"hello"}',
      headers: { authorization },
      status: 200,
    })
  try {
    // The first calls load the library and are compiled while they run; then both are as they stay.
    for (const warmUp of [overMcp, overHttp, overMcp]) await warmUp()
    await ratio('catalog.call over MCP, credits', overMcp, overHttp, 'the call over HTTP')
    await idle(service)
  } finally {
    await service.stop()
  }
}

/** What connections cost that have made one call and keep quiet. */
async function idle({ url, pid }: Server): Promise<void> {
  const before = await residentMb(pid)
  const { hostname, port } = new URL(url)
  const head = Object.entries({ ...HEADERS, host: `${hostname}:${port}` }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const list = BODY.replace('tools/call', 'tools/list')
  const lines = head.map((line) => line.replace('tools/call', 'tools/list'))
  const first = ['POST /mcp HTTP/1.1', ...lines, `content-length: ${list.length}`]
  const request = `${first.join('\r\n')}\r\n\r\n${list}`
  const sockets: Socket[] = []
  for (let opened = 0; opened < IDLE; opened += 1) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    await new Promise((resolve, reject) => {
      socket.once('data', resolve)
      socket.once('error', reject)
      socket.write(request)
    })
  }
  const after = await residentMb(pid)
  process.stdout.write(`${IDLE} idle connections: ${(after - before).toFixed(1)} MB more\n`)
  for (const socket of sockets) socket.destroy()
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

if (import.meta.main) await benchMcp()
