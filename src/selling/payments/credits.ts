import { hash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CallRequest, HeaderPair } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import { dollarsOf, formatUsd, usdOf, type Usd } from '../../base/core/money.ts'
import type { CreditAccount, CreditStore, Hold } from '../../stores/credits.ts'
import type { Authorization, RailChallenge, Credential, Quote, Rail, RailGuide } from './rail.ts'
import { onlyOne, valuesIn } from './sent-once.ts'

export const CREDITS_GUIDE: RailGuide = {
  how: (freeUrl) =>
    `Credits: send \`Authorization: Bearer <CREDITS_KEY>\`. The list price is held before the call and debited only on a 200. Balance: ${freeUrl('balance')}`,
  security: {
    type: 'http',
    scheme: 'bearer',
    description: 'A prepaid credits key. Its price is held before the call, and debited on a 200.',
  },
}

export const KEY_PREFIX = 'fbx_'

/** A credits key as its owner has it, as it is stored, and as people speak of it. */
export interface CreditsKey {
  readonly key: string
  readonly keyHash: string
  readonly keyId: string
}

/**
 * A new key. It is shown to its owner once and only its hash is stored; people refer to it by its
 * id.
 */
export const mintKey = (bytes: Buffer = randomBytes(24)): CreditsKey => {
  const key = KEY_PREFIX + bytes.toString('base64url')
  const keyHash = hashKey(key)
  return { key, keyHash, keyId: keyIdOf(keyHash) }
}

/** What people, logs and books call a key by. */
const keyIdOf = (keyHash: string): string => keyHash.slice(0, 12)

export const hashKey = (key: string): string => hash('sha256', key)

/** The key that a request presents as `Authorization: Bearer`, if any. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +([\x21-\x7e]{1,256})$/i.exec(header ?? '')?.[1] ?? null
}

/** Whether a header presents what looks like a key of this service. */
export const isKey = (header: string | undefined): boolean =>
  valuesIn(header).some((value) => bearerOf(value)?.startsWith(KEY_PREFIX))

/**
 * The bearer token of a request: a key of this service before one of another service, which means
 * nothing here. Clients of the messages wire send their key as `X-API-Key`.
 */
function keyIn(request: CallRequest): string | null {
  const bearers = valuesIn(request.header('authorization')).flatMap((part) => bearerOf(part) ?? [])
  const others = valuesIn(request.header('x-api-key')).flatMap(
    (value) => bearerOf(`Bearer ${value}`) ?? [],
  )
  const own = [...bearers, ...others].filter((key) => key.startsWith(KEY_PREFIX))
  return onlyOne('Authorization: Bearer', own) ?? bearers[0] ?? null
}

export interface CreditsOptions {
  readonly credits: CreditStore
  readonly baseUrl: string
  now(): number
}

/** How much longer than its tool a hold lives, so that a dead process gives it back soon. */
const HOLD_SPARE_MS = 30_000

type Refusal = 'insufficient' | 'unknown' | 'disabled' | 'identity-bound'

const SAYS: Readonly<Record<Refusal, string>> = {
  insufficient: 'The credits key cannot pay this call',
  unknown: 'The credits key is not known here',
  disabled: 'The credits key is disabled',
  'identity-bound': 'This tool is bound to the paying wallet, which a credits key does not prove',
}

const WALLETS_ONLY = 'This tool is paid by a wallet, and by no credits key.'

/** SDKs of language models send a token in any case, which their users have made up. */
const NO_KEY = `Not paid: the bearer token is no credits key, which begins with ${KEY_PREFIX}. This answer says how else to pay.`

/** Asked before the price is known. */
const NO_AMOUNT = usdOf(0)

const says = (reason: Refusal, amount: Usd): string =>
  `${SAYS[reason]}${reason === 'insufficient' ? ` (${formatUsd(amount)})` : ''}.`

const NOTHING: RailChallenge = { protocol: 'credits', value: () => null, headers: [], body: {} }

const Amount = z.int().min(0).transform(usdOf)

/** A hold, as it is read back from the database. */
const StoredHold = z.object({
  id: z.string(),
  keyHash: z.string(),
  amount: Amount,
  charge: Amount.exactOptional(),
})

const balanceTold = (balance: Usd): readonly HeaderPair[] => [
  ['x-credits-balance', String(dollarsOf(balance))],
]

const accepts: Rail['accepts'] = ({ spec }) =>
  spec.identity !== 'wallet' && spec.payableBy !== 'wallets'

/**
 * Prepaid keys. The quote is held before the tool runs; with a 200, what the call cost is debited.
 */
export function createCreditsRail({
  credits,
  baseUrl,
  now,
}: CreditsOptions): Rail<null, void, Hold> {
  function refuse(
    reason: Refusal,
    account: CreditAccount | null,
    amount: Usd,
    told = says(reason, amount),
  ): Fault {
    const free = account ? dollarsOf((account.balance - account.held) as Usd) : 0
    return new Fault('credits_refused', told, {
      body: { reason, balanceUsd: free, topup: `${baseUrl}/credits` },
      headers: [['x-credits-error', reason]],
    })
  }

  async function verify(
    { payer: keyHash, weak }: Credential,
    { tool, amount }: Quote,
  ): Promise<Authorization<Hold>> {
    if (weak) throw refuse('unknown', null, amount, NO_KEY)
    const hold: Hold = { id: randomUUID(), keyHash, amount }
    if (
      accepts(tool) &&
      (await credits.hold(hold, now() + tool.limits.firstEventMs + HOLD_SPARE_MS))
    ) {
      return {
        rail: 'credits',
        payer: { rail: 'credits', wallet: null },
        amount,
        proof: null,
        data: hold,
      }
    }
    const account = await credits.account(keyHash)
    if (!account) throw refuse('unknown', null, amount)
    if (account.disabled) throw refuse('disabled', account, amount)
    if (accepts(tool)) throw refuse('insufficient', account, amount)
    throw tool.spec.identity === 'wallet'
      ? refuse('identity-bound', account, amount)
      : refuse('identity-bound', account, amount, WALLETS_ONLY)
  }

  return {
    id: 'credits',
    paymentHeaders: ['authorization', 'x-api-key'],
    accepts,
    challenge: () => NOTHING,

    claim(request) {
      const key = keyIn(request)
      if (!key) return null
      const payer = hashKey(key)
      const credential = { rail: 'credits', payer, proof: null, proofUntil: 0, data: null }
      return key.startsWith(KEY_PREFIX) ? credential : { ...credential, weak: true }
    },

    async screen({ payer: keyHash, weak }) {
      if (weak) throw refuse('unknown', null, NO_AMOUNT, NO_KEY)
      const account = await credits.account(keyHash)
      if (!account) throw refuse('unknown', null, NO_AMOUNT)
      if (account.disabled) throw refuse('disabled', account, NO_AMOUNT)
    },
    inspect: () => {},
    verify,
    held: StoredHold,
    reduce: (authorization, charge) => ({
      ...authorization,
      amount: charge,
      data: { ...authorization.data, charge },
    }),
    async settle({ data: hold }) {
      let left: Usd | null = null
      return {
        state: 'settled',
        entries: credits.debit(hold, now(), (balance) => (left = balance)),
        account: () => (left === null ? null : balanceTold(left)),
        network: null,
        reference: keyIdOf(hold.keyHash),
      }
    },
    async release({ data: hold }) {
      await credits.release(hold)
    },
    extend: ({ data: hold }, until) => credits.extend(hold, until),
    refund: ({ data: hold }, amount) => credits.refund(hold, amount),
    async account(keyHash) {
      const account = await credits.account(keyHash)
      return account ? balanceTold(account.balance) : []
    },
    guide: CREDITS_GUIDE,
    describe: () => ({
      header: 'Authorization: Bearer <CREDITS_KEY>',
      balance: `${baseUrl}/api/credits/balance`,
      note: 'The list price is held before the call and debited only on a 200.',
    }),
  }
}
