import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { Facilitator } from '../../src/selling/payments/x402/facilitator.ts'

export interface FacilitatorServer {
  readonly url: string
  /** Paths asked for, in order. */
  readonly asked: readonly string[]
  /** Payments that were put to it, as they came. */
  readonly payments: readonly PaymentPayload[]
  /** From now on, on these paths or on all. */
  behave(how: Behaviour, ...paths: readonly string[]): void
  close(): Promise<void>
  /** The same address again. */
  reopen(): Promise<void>
}

/** `answer`: it says this, whatever is true. `silent`: it does all, and nobody hears of it. */
export type Behaviour =
  | 'well'
  | 'silent'
  | 'hang'
  | 'break'
  | 'error'
  | { readonly answer: unknown; readonly status?: number }

export interface FacilitatorServerOptions {
  readonly facilitator: Pick<Facilitator, 'verify' | 'settle'>
  readonly network: string
  /** What payers must know besides. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly scheme?: string
  /** What payers of `upto` must know, where it settles that too. */
  readonly upto?: Readonly<Record<string, unknown>>
  /** What callers must send as `Authorization`, or whoever judges what they send. */
  readonly authorization?: string | ((header: string, request: string) => Promise<boolean>)
}

interface Payment {
  readonly x402Version: number
  readonly paymentPayload: PaymentPayload
  readonly paymentRequirements: PaymentRequirements
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** A facilitator as others run them: over HTTP, on the wire of x402 version 2. */
export async function serveFacilitator(
  options: FacilitatorServerOptions,
): Promise<FacilitatorServer> {
  const behaviours = new Map<string, Behaviour>()
  const asked: string[] = []
  const payments: PaymentPayload[] = []

  async function answerTo(request: IncomingMessage): Promise<readonly [number, unknown]> {
    const { authorization, facilitator } = options
    const header = request.headers.authorization ?? ''
    const isKnown =
      typeof authorization === 'function'
        ? await authorization(header, `${request.method} ${request.headers.host}${request.url}`)
        : authorization === undefined || header === authorization
    if (!isKnown) return [401, { error: 'who are you?' }]
    if (request.url === '/supported') return [200, supported(options)]
    const payment = (await json(request)) as Payment
    const { x402Version, paymentPayload, paymentRequirements } = payment
    if (x402Version !== 2) return [400, { error: 'version 2 only' }]
    payments.push(paymentPayload)
    if (request.url === '/verify')
      return [200, await facilitator.verify(paymentPayload, paymentRequirements)]
    return [200, await facilitator.settle(paymentPayload, paymentRequirements)]
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = String(request.url)
    asked.push(path)
    const how = behaviours.get(path) ?? behaviours.get('') ?? 'well'
    if (how === 'hang') return
    if (how === 'break') return void response.destroy()
    if (how === 'error') return void response.writeHead(500).end('<html>Bad Gateway</html>')
    const [status, body] =
      typeof how === 'string' ? await answerTo(request) : [how.status ?? 200, how.answer]
    if (how === 'silent') return void response.destroy()
    response.writeHead(status, JSON_TYPE)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  async function open(port: number): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await open(0)
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    payments,
    behave(how, ...paths) {
      if (paths.length === 0) behaviours.clear()
      for (const path of paths.length > 0 ? paths : ['']) behaviours.set(path, how)
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    reopen: async () => void (await open(port)),
  }
}

const supported = ({ network, scheme = 'exact', extra, upto }: FacilitatorServerOptions) => ({
  kinds: [
    { x402Version: 2, scheme, network, ...(extra ? { extra } : {}) },
    ...(upto ? [{ x402Version: 2, scheme: 'upto', network, extra: upto }] : []),
  ],
  extensions: [],
  signers: {},
})
