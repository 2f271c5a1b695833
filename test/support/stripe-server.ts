import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface StripeServer {
  readonly url: string
  /** Grants a payment token, good for a charge unless something else is said. */
  grant(token?: Partial<Grant>): string
  /** What moved money, or tried to. */
  readonly intents: readonly Intent[]
  /** What was asked, as method and path. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export interface Grant {
  readonly cents: number
  readonly currency: string
  /** In seconds. */
  readonly expires: number
  readonly deactivated: boolean
  /**
   * What becomes of a charge. `lost`: it is made, and its first answer does not come. `swallowed`:
   * it never comes here, or only when it is sent again.
   */
  readonly charge:
    | 'succeeds'
    | 'is declined'
    | 'needs action'
    | 'is processing'
    | 'fails within'
    | 'is lost'
    | 'is swallowed'
    | 'is swallowed once'
}

export interface Intent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly created: number
  readonly metadata: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
}

const STATUS = {
  succeeds: 'succeeded',
  'is lost': 'succeeded',
  'is swallowed': 'succeeded',
  'is swallowed once': 'succeeded',
  'is declined': 'requires_payment_method',
  'needs action': 'requires_action',
  'is processing': 'processing',
} as const

const GOOD: Grant = {
  cents: 1_000_00,
  currency: 'usd',
  expires: 4_102_444_800,
  deactivated: false,
  charge: 'succeeds',
}

type Answer = readonly [status: number, body: unknown] | 'none'

/**
 * The part of Stripe's API that a seller needs for shared payment tokens, in the documented shapes.
 */
export async function startStripeServer(
  secretKey: string,
  now: () => number,
): Promise<StripeServer> {
  const grants = new Map<string, Grant>()
  const kept = new Map<string, Answer>()
  /** Idempotency keys of requests that came, or were on their way. */
  const heard = new Set<string>()
  const intents: Intent[] = []
  const asked: string[] = []

  function charge(form: Readonly<Record<string, string>>): Answer {
    const grant = grants.get(form['shared_payment_granted_token'] ?? '')
    if (!grant) return [400, refusal('invalid_request_error', 'resource_missing')]
    if (grant.charge === 'fails within') return [500, refusal('api_error', null)]
    const intent = intentOf(form, STATUS[grant.charge], now(), intents.length)
    intents.unshift(intent)
    if (grant.charge !== 'is declined') return [200, intent]
    return [402, refusal('card_error', 'card_declined', { decline_code: 'insufficient_funds' })]
  }

  /** An idempotent request is answered as it was the first time. */
  function answeredOnce(key: string, form: Readonly<Record<string, string>>): Answer {
    const before = kept.get(key)
    if (before) return before
    const result = grants.get(form['shared_payment_granted_token'] ?? '')?.charge
    const isFirst = !heard.has(key)
    heard.add(key)
    if (result === 'is swallowed' || (result === 'is swallowed once' && isFirst)) return 'none'
    const answer = charge(form)
    kept.set(key, answer)
    return result === 'is lost' ? 'none' : answer
  }

  function list(query: URLSearchParams): Answer {
    const [from, until] = ['created[gte]', 'created[lte]'].map((name) => Number(query.get(name)))
    const inTime = intents.filter(({ created }) => created >= from! && created <= until!)
    const after = query.get('starting_after')
    const start = after ? inTime.findIndex(({ id }) => id === after) + 1 : 0
    const data = inTime.slice(start, start + Number(query.get('limit')))
    const hasMore = start + data.length < inTime.length
    return [200, { object: 'list', url: '/v1/payment_intents', has_more: hasMore, data }]
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    asked.push(`${request.method} ${pathname}`)
    const basic = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
    const { authorization, 'stripe-version': version } = request.headers
    if (authorization !== basic) return [401, refusal('invalid_request_error', null)]
    if (!String(version).endsWith('.preview')) return [400, refusal('invalid_request_error', null)]
    const token = /^\/v1\/shared_payment\/granted_tokens\/(\w+)$/.exec(pathname)?.[1]
    if (token) return tokenAnswer(token, grants.get(token))
    if (pathname !== '/v1/payment_intents') return [404, refusal('invalid_request_error', null)]
    if (request.method === 'GET') return list(searchParams)
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    return answeredOnce(String(request.headers['idempotency-key']), form)
  }

  const server = createServer((request, response) => {
    void answerTo(request).then((answer) => {
      if (answer === 'none') return response.destroy()
      const [status, body] = answer
      return response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intents,
    asked,
    grant(given = {}) {
      const token = `spt_${grants.size + 1}RgaZcFPC5QUO6ZCDVZuVA8q`
      grants.set(token, { ...GOOD, ...given })
      return token
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function tokenAnswer(id: string, grant: Grant | undefined): Answer {
  if (!grant) return [404, refusal('invalid_request_error', 'resource_missing')]
  const { cents, currency, expires, deactivated } = grant
  const limits = { currency, expires_at: expires, max_amount: cents }
  return [
    200,
    {
      id,
      object: 'shared_payment.granted_token',
      created: 1_751_500_820,
      deactivated_at: deactivated ? 1_751_500_900 : null,
      deactivated_reason: deactivated ? 'revoked' : null,
      livemode: false,
      usage_limits: limits,
    },
  ]
}

function intentOf(
  form: Readonly<Record<string, string>>,
  status: string,
  now: number,
  count: number,
): Intent {
  const metadata = Object.entries(form).flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
    return key ? [[key, value]] : []
  })
  return {
    id: `pi_${count + 1}MtwBwLkdIwHu7ix28a3tqPa`,
    object: 'payment_intent',
    status,
    amount: Number(form['amount']),
    currency: String(form['currency']),
    created: Math.floor(now / 1000),
    metadata: Object.fromEntries(metadata),
    form,
  }
}

const refusal = (type: string, code: string | null, more: object = {}) => ({
  error: { type, code, message: 'A sentence for people, which may name the card.', ...more },
})
