import type { ProblemType, Receipt } from './payment.ts'

/** Every way a call can fail, with its HTTP status. */
export const FAULTS = {
  bad_input: 400,
  provider_refused: 400,
  unauthorized: 401,
  payment_required: 402,
  payment_refused: 402,
  payment_expired: 402,
  credits_refused: 402,
  settlement_failed: 402,
  settlement_unknown: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_slow: 408,
  in_progress: 409,
  not_kept: 409,
  rung_too_small: 409,
  no_spending_wallet: 409,
  not_dispatchable: 409,
  quota_full: 413,
  body_too_large: 413,
  unsupported_media: 415,
  payment_unusable: 422,
  rate_limited: 429,
  caller_gone: 499,
  internal: 500,
  upstream_failed: 502,
  upstream_unreachable: 503,
  not_configured: 503,
  overloaded: 503,
  store_away: 503,
  files_away: 503,
  upstream_timeout: 504,
} as const

export type FaultCode = keyof typeof FAULTS

export interface FaultDetail {
  readonly cause?: unknown
  /** Members of the error body beside `error`. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly retryAfterSeconds?: number
  /** Why a payment was not taken. Default: `verification-failed`. */
  readonly problem?: ProblemType
  /**
   * The only offer of the 402, in place of all others: what its payer must know to sign again. It
   * is no sign of a bad payer.
   */
  readonly terms?: object
  /** Of a settlement that did not succeed. */
  readonly receipt?: Receipt
  /** Counts against its sender, who may have caused it. */
  readonly isVain?: true
}

const OWN_FAILURES: ReadonlySet<FaultCode> = new Set(['internal', 'store_away', 'files_away'])

/** What the operator must know the cause of. */
export const isOwnFailure = ({ code }: { readonly code: FaultCode }): boolean =>
  OWN_FAILURES.has(code)

/**
 * A failure that the caller is meant to see. Anything else that is thrown is a bug and is answered
 * as `internal`.
 */
export class Fault extends Error {
  readonly code: FaultCode
  readonly detail: FaultDetail

  constructor(code: FaultCode, message: string, detail: FaultDetail = {}) {
    super(message, { cause: detail.cause })
    this.name = 'Fault'
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return FAULTS[this.code]
  }

  static from(thrown: unknown): Fault {
    if (thrown instanceof Fault) return thrown
    if (isStoreAway(thrown))
      return new Fault('store_away', AWAY, { cause: thrown, retryAfterSeconds: AWAY_SECONDS })
    if (isNotLoaded(thrown))
      return new Fault('files_away', NOT_LOADED, { cause: thrown, retryAfterSeconds: LOAD_SECONDS })
    return new Fault('internal', 'Internal error.', { cause: thrown })
  }
}

const AWAY = 'The database of this service cannot be reached or written at this moment; call again.'
const AWAY_SECONDS = 5

const NOT_LOADED =
  'The files of this tool cannot be loaded now, as while the service is upgraded; call again.'
const LOAD_SECONDS = 30
const LOAD_CODES = new Set([
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'ERR_DLOPEN_FAILED',
  // Of a package that is half there, or of another version.
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_INVALID_PACKAGE_CONFIG',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
])

/** A file or package that is looked for on first use was not there, or not whole. */
export const isNotLoaded = (thrown: unknown): boolean =>
  thrown instanceof Error && LOAD_CODES.has((thrown as { code?: string }).code ?? '')

const STORE_AWAY = 'StoreAway'

/**
 * The database cannot be reached, or not be written to. No fault by itself: what was asked of it
 * may have been done, so nothing may be undone as if it were refused.
 */
export const storeAway = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: STORE_AWAY })

export const isStoreAway = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === STORE_AWAY

/** The caller's own mistake, named by field. Tools throw this and `notFound`, and nothing else. */
export const badInput = (message: string): Fault => new Fault('bad_input', message)

export const notFound = (message: string): Fault => new Fault('not_found', message)
