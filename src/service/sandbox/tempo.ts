import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Client } from '../../outside/net/request.ts'
import { TEMPO_CHAIN } from '../../outside/chains/tempo/tokens.ts'
import { rpc, startAnvil, type Anvil, type AnvilOptions } from './anvil.ts'

/** The Tempo hardfork in which one payer can sign many payments that expire. */
const HARDFORK = 't4'
/**
 * The node refuses signatures that end 30 s after the latest block; stock clients sign for 25 s.
 */
const FRESH_MS = 1_500

/** Tempo as anvil emulates it, where every test account holds pathUSD. */
export function startTempoNode(
  where: Pick<AnvilOptions, 'binary' | 'path'>,
  client: Client,
): Promise<Anvil> {
  const clock = ['--timestamp', String(Math.floor(Date.now() / 1000))]
  const flags = ['--network', 'tempo', '--hardfork', HARDFORK, ...clock]
  return startAnvil({ ...where, chainId: TEMPO_CHAIN, flags }, client)
}

/**
 * A proxy before a Tempo node whose latest block is always fresh. A real chain makes blocks all the
 * time; this one makes one when it is asked something, and costs nothing while it is not.
 */
export async function openTempoProxy(node: Anvil, client: Client): Promise<Anvil> {
  let minedAt = 0
  let mining: Promise<unknown> = Promise.resolve()

  function freshened(): Promise<unknown> {
    if (Date.now() - minedAt > FRESH_MS) {
      minedAt = Date.now()
      mining = rpc(client, node.url, 'evm_mine')
    }
    return mining
  }

  const server = createServer((request, response) => {
    const pass = async () => {
      const [body] = await Promise.all([buffer(request), freshened()])
      const headers = { 'content-type': 'application/json' }
      const { bytes } = await client.request(node.url, { method: 'POST', headers, body })
      response.writeHead(200, headers).end(bytes)
    }
    pass().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    pid: node.pid,
    async stop() {
      await closed(server)
      await node.stop()
    },
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
