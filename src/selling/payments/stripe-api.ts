import type { Client } from '../../outside/net/request.ts'

export interface StripeApiOptions {
  readonly secretKey: string
  /** Address of the API. */
  readonly url: string
  readonly client: Client
  /** Version of the API whose shapes are read. */
  readonly version: string
}

export interface StripeCall {
  /** Default: POST with a form, else GET. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** A call that is repeated with it is made once. */
  readonly idempotencyKey?: string
  readonly form?: URLSearchParams
}

export interface StripeAnswer {
  readonly status: number
  readonly answer: unknown
}

/** One call of Stripe's API. Throws when Stripe cannot be asked. */
export type StripeApi = (path: string, call?: StripeCall) => Promise<StripeAnswer>

const TIMEOUT_MS = 25_000
const ANSWER_BYTES_MAX = 2 * 1024 * 1024

export function createStripeApi({ secretKey, url, client, version }: StripeApiOptions): StripeApi {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  const base = url.replace(/\/+$/, '')
  return async (path, { method, idempotencyKey, form } = {}) => {
    const { status, bytes } = await client.request(base + path, {
      method: method ?? (form ? 'POST' : 'GET'),
      headers: {
        authorization,
        'stripe-version': version,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(form && { body: form.toString() }),
      timeoutMs: TIMEOUT_MS,
      bytesMax: ANSWER_BYTES_MAX,
      redirectsMax: 0,
    })
    return { status, answer: JSON.parse(bytes.toString('utf8')) as unknown }
  }
}
