import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Client } from '../../src/outside/net/request.ts'

/** What happens to a request on its way to a node, or to the answer on its way back. */
export type Trouble =
  /** The node gets it, and its answer is lost. */
  | 'answer lost'
  /** The node never gets it, and the connection breaks. */
  | 'lost'
  /** It is answered with an error that names what nobody outside should read. */
  | 'error'

/** A way to a chain that can be broken, one method at a time. */
export interface RpcProxy {
  readonly url: string
  /** From now on; null ends it. */
  break(method: string, trouble: Trouble | null): void
  /** Lets nothing of that method through until it is called. */
  hold(method: string): () => void
  /** Lets the node answer, and keeps the answers of that method until they are released. */
  holdAnswers(method: string): HeldAnswers
  /** How often a method was asked for. */
  asked(method: string): number
  close(): Promise<void>
}

export interface HeldAnswers {
  /** How many wait. */
  readonly count: number
  release(): void
}

/** Text as RPC libraries write it into their errors. */
export const LEAK = 'viem@2.57.1 http://key.rpc.example/v2/secret 0xdeadbeef'

interface RpcRequest {
  readonly id: number
  readonly method: string
}

export async function openRpcProxy(nodeUrl: string, client: Client): Promise<RpcProxy> {
  const troubles = new Map<string, Trouble>()
  const held = new Map<string, Promise<void>>()
  const heldAnswers = new Map<string, { count: number; released: Promise<void> }>()
  const counts = new Map<string, number>()

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const sent = [JSON.parse(body) as RpcRequest | RpcRequest[]].flat()
    for (const { method } of sent) counts.set(method, (counts.get(method) ?? 0) + 1)
    for (const { method } of sent) await held.get(method)
    const trouble = sent.map(({ method }) => troubles.get(method)).find(Boolean)
    if (trouble === 'lost') return void response.destroy()
    if (trouble === 'error') {
      const error = { code: -32_603, message: LEAK }
      const answers = sent.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
      return void response.end(JSON.stringify(body.startsWith('[') ? answers : answers[0]))
    }
    const headers = { 'content-type': 'application/json' }
    const { bytes } = await client.request(nodeUrl, { method: 'POST', headers, body })
    if (trouble === 'answer lost') return void response.destroy()
    for (const { method } of sent) {
      const answers = heldAnswers.get(method)
      if (!answers) continue
      answers.count++
      await answers.released
    }
    response.writeHead(200, headers).end(bytes)
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    break(method, trouble) {
      if (trouble) troubles.set(method, trouble)
      else troubles.delete(method)
    },
    hold(method) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(method, promise)
      return () => {
        held.delete(method)
        resolve()
      }
    },
    holdAnswers(method) {
      const { promise: released, resolve } = Promise.withResolvers<void>()
      const answers = { count: 0, released }
      heldAnswers.set(method, answers)
      return {
        get count() {
          return answers.count
        },
        release() {
          heldAnswers.delete(method)
          resolve()
        },
      }
    },
    asked: (method) => counts.get(method) ?? 0,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
