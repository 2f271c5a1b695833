import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { Facilitator } from '../../src/payments/x402/facilitator.ts'

export interface FacilitatorServer {
  readonly url: string
  close(): Promise<void>
}

export interface FacilitatorServerOptions {
  readonly facilitator: Facilitator
  readonly network: string
  /** What callers must send as `Authorization`. */
  readonly authorization: string
}

interface Payment {
  readonly x402Version: number
  readonly paymentPayload: PaymentPayload
  readonly paymentRequirements: PaymentRequirements
}

/** A facilitator as others run them: over HTTP, on the wire of x402 version 2. */
export async function serveFacilitator(
  options: FacilitatorServerOptions,
): Promise<FacilitatorServer> {
  const server = createServer((request, response) => {
    void answerTo(request, options).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answerTo(
  request: IncomingMessage,
  { facilitator, network, authorization }: FacilitatorServerOptions,
): Promise<readonly [status: number, body: unknown]> {
  if (request.headers.authorization !== authorization) return [401, { error: 'who are you?' }]
  if (request.url === '/supported') {
    const kinds = [{ x402Version: 2, scheme: 'exact', network }]
    return [200, { kinds, extensions: [], signers: {} }]
  }
  const payment = (await json(request)) as Payment
  const { x402Version, paymentPayload, paymentRequirements } = payment
  if (x402Version !== 2) return [400, { error: 'version 2 only' }]
  if (request.url === '/verify') {
    return [200, await facilitator.verify(paymentPayload, paymentRequirements)]
  }
  return [200, await facilitator.settle(paymentPayload, paymentRequirements)]
}
