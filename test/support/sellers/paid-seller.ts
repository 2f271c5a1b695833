import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { startSeller, type SmallSeller } from './small-seller.ts'

/** What a seller does once it is paid. */
export type Manner =
  | 'honest'
  /** Answers late. */
  | 'slow'
  /** Takes the money and answers what is no answer. */
  | 'lying'
  | 'paid-then-500'
  /** Takes the money and hangs up. */
  | 'cut'
  /** Asks for more than it lists. */
  | 'dearer'
  /** Answers what it has answered before, receipt included, and takes nothing. */
  | 'replay'
  /** Takes nothing and asks again. */
  | 'asks-again'
  /** Asks again, and takes the money later. */
  | 'asks-again-late'
  /** Takes nothing and breaks. */
  | 'breaks'
  /** Asks for nothing. */
  | 'free'
  /** Delivers, and takes the money later. */
  | 'late'

/** How a seller asks to be paid, and where a payment stands. */
export interface Wire<Payload> {
  readonly carrier: string
  /** Headers of a 402. */
  quote(manner: Manner): Promise<Record<string, string>>
  payloadIn(header: string): Payload
  receiptOf(tx: string): Record<string, string>
}

export interface PaidSellerParts<Payload> {
  /** What is offered over x402; another protocol is a wire of its own. */
  readonly accept?: Readonly<Record<string, unknown>>
  readonly wire?: Wire<Payload>
  /** Moves the money of a signed payment; answers its transaction. */
  settle(payload: Payload): Promise<string>
  readonly answer?: unknown
  readonly slowMs?: number
}

export interface PaidSeller<Payload> extends SmallSeller {
  manner: Manner
  /** Payments that came in, the same one as often as it came. */
  readonly paid: Payload[]
  readonly headers: IncomingMessage['headers'][]
  /** Settles what `late` has not. */
  settleLate(): Promise<void>
}

const ANSWER = { forecast: 'snow', certain: true }
export const DEARER = 9n
const OLD_TX = `0x${'ab'.repeat(32)}`

/** A seller of one route, `/paid`, that behaves as it is told. */
export async function startPaidSeller<Payload>(
  parts: PaidSellerParts<Payload>,
): Promise<PaidSeller<Payload>> {
  const { accept = {}, settle, answer = ANSWER, slowMs = 300 } = parts
  const { carrier, quote, payloadIn, receiptOf } = parts.wire ?? x402Wire<Payload>(accept)
  const paid: Payload[] = []
  const headers: IncomingMessage['headers'][] = []
  const late: (() => Promise<string>)[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await buffer(request)
    const { manner } = seller
    const say = (status: number, body: unknown, more: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...more })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    if (manner === 'free') return say(200, answer)
    const header = request.headers[carrier]
    if (header === undefined) return say(402, {}, await quote(manner))
    headers.push(request.headers)
    const payload = payloadIn(String(header))
    paid.push(payload)
    if (manner === 'asks-again') return say(402, {}, await quote(manner))
    if (manner === 'breaks') return say(503, { error: 'down' })
    if (manner === 'replay') return say(200, answer, receiptOf(OLD_TX))
    if (manner === 'late') {
      late.push(() => settle(payload))
      return say(200, answer, receiptOf(OLD_TX))
    }
    const tx = await settle(payload).catch(() => null)
    if (tx === null) return say(402, {}, await quote(manner))
    if (manner === 'slow') await pause(slowMs)
    if (manner === 'cut') return void response.destroy()
    if (manner === 'paid-then-500') return say(500, { error: 'oops' }, receiptOf(tx))
    if (manner === 'lying') return say(200, '<html>sorry</html>', receiptOf(tx))
    return say(200, answer, receiptOf(tx))
  }

  const small = await startSeller({
    '/paid': (request, response) => {
      handle(request, response).catch(() => response.destroy())
    },
  })
  const own: Omit<PaidSeller<Payload>, keyof SmallSeller> = {
    manner: 'honest',
    paid,
    headers,
    async settleLate() {
      for (const each of late.splice(0)) await each()
    },
  }
  const seller: PaidSeller<Payload> = Object.assign(small, own)
  return seller
}

const x402Wire = <Payload>(accept: Readonly<Record<string, unknown>>): Wire<Payload> => ({
  carrier: 'payment-signature',
  async quote(manner) {
    const amount = String(accept['amount'])
    const asked = manner === 'dearer' ? String(BigInt(amount) * DEARER) : amount
    const quote = { x402Version: 2, error: '', accepts: [{ ...accept, amount: asked }] }
    return { 'payment-required': base64(quote) }
  },
  payloadIn: (header) =>
    (JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as { payload: Payload }).payload,
  receiptOf: (transaction) => ({ 'payment-response': base64({ success: true, transaction }) }),
})

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
