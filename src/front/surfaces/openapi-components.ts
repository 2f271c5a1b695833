import type { JsonObject } from '../../base/lib/json-object.ts'
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from '../../base/core/call.ts'
import type { JsonSchema } from '../../base/core/shape.ts'
import { headerParameter } from '../../selling/payments/header-parameters.ts'
import { paymentComponents } from './paying.ts'
import type { Shop } from './surface.ts'

const text = (description: string): JsonSchema => ({ type: 'string', description })

const header = (description: string, schema: JsonSchema = { type: 'string' }): JsonObject => ({
  description,
  schema,
})

const CONFIDENCE: JsonSchema = {
  type: 'number',
  description: 'How likely it is that one of the best results does what is asked for; 0 to 1.',
}

const headers: JsonObject = {
  PaymentRequired: header('The x402 offers as base64 JSON; this header is authoritative.'),
  WwwAuthenticate: header('One `Payment` challenge for each MPP offer.'),
  PaymentResponse: header('The x402 receipt of the settlement, as base64 JSON.'),
  PaymentReceipt: header('The MPP receipt of the settlement, as base64url JSON.'),
  CreditsBalance: header('What is left on the credits key, in dollars.'),
  IdempotentReplay: header('`true` when the answer is that of an earlier, identical call.'),
  RetryAfter: header('Seconds to wait.', { type: 'integer' }),
  Location: header('Where the job is.'),
  PreferenceApplied: header('`respond-async`.'),
  ResumeToken: header(
    'Where it is not known whether the payment moved: send the same request with this header, and do not pay again.',
  ),
}

const parameters: JsonObject = {
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'A repeat with the same method, path, body and key, by the same payer, answers as the first did and costs nothing.',
    { type: 'string', maxLength: IDEMPOTENCY_KEY_CHARACTERS_MAX },
  ),
  Prefer: headerParameter(
    'Prefer',
    '`respond-async` answers 202 at once; the job answers later, and is billed when it does.',
  ),
}

export const refHeaders = (names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(names).map(([name, at]) => [name, { $ref: `#/components/headers/${at}` }]),
  )

const response = (description: string, schema: string, names: Record<string, string> = {}) => ({
  description,
  ...(Object.keys(names).length > 0 ? { headers: refHeaders(names) } : {}),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

const RETRY = { 'Retry-After': 'RetryAfter' }

/** The responses other than 200, by status. None of them is billed. */
const REFUSALS: Readonly<Record<number, readonly [name: string, answer: JsonObject]>> = {
  400: ['BadInput', response('Missing or invalid input; the message names the field.', 'Error')],
  401: ['Unauthorized', response('The credits key is missing or unknown.', 'Error')],
  402: [
    'PaymentRequired',
    response(
      'Payment is required, or was refused. Pay one of the offers and send the same request again.',
      'PaymentRequired',
      {
        'PAYMENT-REQUIRED': 'PaymentRequired',
        'WWW-Authenticate': 'WwwAuthenticate',
        'X-Resume-Token': 'ResumeToken',
      },
    ),
  ],
  403: ['Forbidden', response('The paying wallet may not do this.', 'Error')],
  404: ['NotFound', response('What was asked for does not exist.', 'Error')],
  409: ['InProgress', response('The same keyed call is still running.', 'Error', RETRY)],
  413: ['TooLarge', response('The body, or what it would store, is too large.', 'Error')],
  415: ['UnsupportedMedia', response('The body is compressed; send it plain.', 'Error')],
  422: ['PaymentUnusable', response('The payment cannot be settled as it is signed.', 'Error')],
  429: ['RateLimited', response('Too many requests.', 'Error', RETRY)],
  500: ['Internal', response('A fault of this service.', 'Error')],
  502: ['UpstreamFailed', response('A service that the tool depends on failed.', 'Error')],
  503: ['Unavailable', response('A dependency is unreachable or not configured.', 'Error', RETRY)],
  504: ['UpstreamTimeout', response('A dependency took too long.', 'Error')],
}

/** The refusals of every priced call. */
export const PRICED_REFUSALS = [400, 404, 409, 413, 429, 500, 502, 503, 504]
/** The refusals of a call with a payment. */
export const PAYMENT_REFUSALS = [402, 422]
/** The refusals of every call with a body. */
export const BODY_REFUSALS = [413, 415]

/** Responses of an operation, each by reference. */
export const refusals = (statuses: readonly number[]): JsonObject =>
  Object.fromEntries(
    statuses.map((status) => {
      const [name] = REFUSALS[status] ?? ['Internal']
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )

const object = (properties: JsonObject, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

const schemas: JsonObject = {
  Error: object({ error: text('What was wrong, and what to do about it.') }, ['error']),
  PaymentRequired: object(
    {
      error: text('Why payment is asked for.'),
      x402Version: { type: 'integer' },
      resource: { type: 'object' },
      accepts: { type: 'array', items: { type: 'object' }, description: 'The x402 offers.' },
      type: text('The MPP problem type.'),
      title: text('The MPP problem in words.'),
      status: { type: 'integer' },
      detail: text('What the problem was this time.'),
      challengeId: text('The first MPP challenge of this answer.'),
      altPayment: { type: 'object', description: 'How to pay by proof of work.' },
      reason: text('Why a credits key was refused.'),
      balanceUsd: { type: 'number', description: 'What is left on that key.' },
      topup: text('Where credits are sold.'),
      resumeToken: text('As in the header `X-Resume-Token`.'),
    },
    ['error'],
  ),
  CatalogEntry: object(
    {
      slug: text('The name of the tool.'),
      name: text('As it is displayed.'),
      route: text('Method and path.'),
      price: text('Such as `$0.010`.'),
      priceUsd: { type: 'number' },
      pricingMode: {
        enum: ['fixed', 'quote'],
        description: 'quote: the price is the least, and the 402 tells what this call costs.',
      },
      callExample: { type: 'object', description: 'A call that can be made as it is.' },
      example: { description: 'An input that the tool accepts.' },
      required: { type: 'array', items: { type: 'string' } },
      inputSchema: { type: 'object' },
      category: text('The family of the tool.'),
      description: text('What it does.'),
      score: { type: 'number', description: 'How well it matches.' },
      computePayable: { type: 'boolean', description: 'Whether it takes proof of work.' },
      available: { type: 'boolean', description: 'False: this instance answers 503 for it.' },
      docs: text('Its documentation page.'),
    },
    [
      'slug',
      'name',
      'route',
      'price',
      'priceUsd',
      'pricingMode',
      'required',
      'inputSchema',
      'score',
    ],
  ),
  Found: object(
    {
      query: text('As it was sent.'),
      count: { type: 'integer', description: 'How many results there are here.' },
      topMax: { type: 'integer', description: 'The most that can be asked for.' },
      returned: { type: 'integer' },
      matched: { type: 'integer', description: 'How many tools scored.' },
      complete: { type: 'boolean', description: 'Whether all that scored are here.' },
      truncated: { type: 'boolean' },
      results: { type: 'array', items: { $ref: '#/components/schemas/CatalogEntry' } },
      packs: { type: 'array', items: { type: 'object' } },
      rarestTerm: text('The rarest word on which the question hangs.'),
      rarestTermCovered: {
        type: 'boolean',
        description:
          'Whether a result covers what is asked for; where not, no tool here may do it.',
      },
      confidence: CONFIDENCE,
      relatedSellers: {
        type: 'array',
        items: { type: 'object' },
        description: 'Other sellers that have what is asked for; absent where none is known.',
      },
    },
    ['query', 'count', 'topMax', 'returned', 'matched', 'complete', 'truncated', 'results'],
  ),
  Routed: object(
    {
      query: text('As it was sent.'),
      include: text('Whose rows: all, external or self.'),
      count: { type: 'integer', description: 'How many rows there are here.' },
      sellers: { type: 'integer', description: 'Sellers that are known, this service among them.' },
      results: { type: 'array', items: { type: 'object' }, description: 'Rows, the best first.' },
      returned: { type: 'integer' },
      matched: { type: 'integer', description: 'How many rows scored.' },
      complete: { type: 'boolean' },
      truncated: { type: 'boolean' },
      sellersMatched: { type: 'integer', description: 'Sellers among all rows that scored.' },
      isCovered: {
        type: 'boolean',
        description: 'Whether a row covers what is asked for; where not, no tool may do it.',
      },
      confidence: CONFIDENCE,
      topMax: { type: 'integer', description: 'The most that can be asked for.' },
      neutrality: { type: 'object', description: 'What decides the order, and what does not.' },
      containsUntrustedContent: { type: 'boolean', description: 'Strangers wrote a part of it.' },
      network: { type: ['string', 'null'], description: 'The network that is offered first here.' },
      dispatchLegend: { type: 'object', description: 'What fields and reasons mean.' },
    },
    ['query', 'include', 'count', 'results', 'matched', 'complete', 'topMax', 'neutrality'],
  ),
  Job: object(
    {
      jobId: text('Names the job, and opens it.'),
      status: { type: 'string', enum: ['working', 'completed', 'failed'] },
      statusUrl: text('Where to ask again.'),
      pollIntervalSeconds: { type: 'integer' },
      progress: object(
        {
          stage: text('What is being done, such as gather.'),
          done: { type: 'integer' },
          total: { type: ['integer', 'null'], description: 'Null where nobody knows.' },
        },
        ['stage', 'done', 'total'],
      ),
      result: { type: 'object', description: 'Body and headers of the answer.' },
      error: { type: 'object', description: 'Body and headers of the refusal.' },
      receiptUrl: text('Where a completed job says what was paid for it.'),
    },
    ['jobId', 'status', 'statusUrl', 'pollIntervalSeconds'],
  ),
}

/** The components that operations share. Each rail adds the parameters of its payments. */
export function componentsOf(shop: Shop): JsonObject {
  const payment = paymentComponents(shop)
  return {
    schemas,
    headers,
    parameters: { ...parameters, ...payment.parameters },
    securitySchemes: payment.securitySchemes,
    responses: Object.fromEntries(Object.values(REFUSALS)),
  }
}

export const refParameter = (name: string): JsonObject => ({
  $ref: `#/components/parameters/${name}`,
})

export const OK_HEADERS = refHeaders({
  'PAYMENT-RESPONSE': 'PaymentResponse',
  'Payment-Receipt': 'PaymentReceipt',
  'X-Credits-Balance': 'CreditsBalance',
  'X-Idempotent-Replay': 'IdempotentReplay',
})
