import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What one path answers: a value as JSON, a text as it is, or a whole exchange. */
export type Page =
  | { readonly json: unknown; readonly status?: number }
  | { readonly text: string; readonly status?: number }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export interface SmallSeller {
  readonly origin: string
  readonly asked: string[]
  pages: Readonly<Record<string, Page>>
  stop(): Promise<void>
}

/** Another seller, or a registry of sellers, with a page for each path. All other paths are 404. */
export async function startSeller(pages: Readonly<Record<string, Page>>): Promise<SmallSeller> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://seller')
    asked.push(`${request.method} ${request.url}`)
    const page = seller.pages[pathname]
    if (page === undefined) return void response.writeHead(404).end('{"error":"not found"}')
    if (typeof page === 'function') return page(request, response)
    const isText = 'text' in page
    response.writeHead(page.status ?? 200, {
      'content-type': isText ? 'text/html' : 'application/json',
    })
    response.end(isText ? page.text : JSON.stringify(page.json))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const seller: SmallSeller = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    pages,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return seller
}

const WALLET = '0x1111111111111111111111111111111111111111'

export const acceptOn = (network: string, amount: string, payTo = WALLET) => ({
  scheme: 'exact',
  network,
  amount,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
})
