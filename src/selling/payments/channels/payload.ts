import type { Hex } from 'viem'
import { z } from 'zod'
import { canonicalId } from '../../../outside/chains/networks.ts'
import type { ChannelConfig } from '../../../outside/chains/evm/escrow.ts'
import type { SignedDeposit } from '../../../outside/chains/evm/escrow-calls.ts'

/** Payments of the scheme `batch-settlement`, as they are sent. */
export const SCHEME = 'batch-settlement'

const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Bytes32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
/** Amounts above nine billion dollars are not counted here. */
const Amount = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
/** A plain signature: the escrow takes no other for a voucher. */
const Signature = z.string().regex(/^0x[0-9a-fA-F]{130}$/)
const Uint256 = z
  .string()
  .regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/)
  .transform(BigInt)

const Config = z.object({
  payer: Address,
  payerAuthorizer: Address,
  receiver: Address,
  receiverAuthorizer: Address,
  token: Address,
  withdrawDelay: z.int().min(0).max(2_592_000),
  salt: Bytes32,
})

const Voucher = z.object({ channelId: Bytes32, maxClaimableAmount: Amount, signature: Signature })

const Authorization3009 = z.object({
  validAfter: Uint256,
  validBefore: Uint256,
  salt: Uint256,
  /** Of a plain key 65 bytes; a contract may take any. */
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/),
})

const Deposit = z.object({
  amount: Amount,
  authorization: z.object({ erc3009Authorization: Authorization3009 }),
})

const Sent = z.object({
  x402Version: z.literal(2),
  accepted: z.object({ scheme: z.literal(SCHEME), network: z.string(), amount: z.string() }),
  payload: z.discriminatedUnion('type', [
    z.object({ type: z.literal('voucher'), channelConfig: Config, voucher: Voucher }),
    z.object({
      type: z.literal('deposit'),
      channelConfig: Config,
      voucher: Voucher,
      deposit: Deposit,
    }),
    z.object({
      type: z.literal('refund'),
      channelConfig: Config,
      voucher: Voucher,
      amount: Amount.optional(),
    }),
  ]),
  extensions: z.record(z.string(), z.unknown()).optional(),
})

export interface SentVoucher {
  readonly max: number
  readonly signature: string
}

/** A payment by channel that can be read; whether it pays is another question. */
export interface ReadChannelPayment {
  readonly type: 'voucher' | 'deposit' | 'refund'
  readonly network: string
  /** The amount of the offer that it takes, in base units. */
  readonly amount: string
  readonly config: ChannelConfig
  /** What the voucher calls its channel, in lower case. */
  readonly named: string
  readonly voucher: SentVoucher
  readonly deposit: SignedDeposit | null
  /** Of a refund: how much; null for all that is left. */
  readonly refund: number | null
}

/** Whether a payload is one of this scheme, readable or not. */
export function isChannelPayment(decoded: unknown): boolean {
  const { accepted } = (decoded ?? {}) as { accepted?: { scheme?: unknown } | null }
  return accepted?.scheme === SCHEME
}

/** Null for a payload that cannot be read. */
export function readChannelPayment(decoded: unknown): ReadChannelPayment | null {
  const parsed = Sent.safeParse(decoded)
  if (!parsed.success) return null
  const { accepted, payload } = parsed.data
  const { channelConfig: config, voucher } = payload
  return {
    type: payload.type,
    network: canonicalId(accepted.network),
    amount: accepted.amount,
    config,
    named: voucher.channelId.toLowerCase(),
    voucher: { max: voucher.maxClaimableAmount, signature: voucher.signature },
    deposit: payload.type === 'deposit' ? signedIn(payload.deposit) : null,
    refund: payload.type === 'refund' ? (payload.amount ?? null) : null,
  }
}

function signedIn({ amount, authorization }: z.output<typeof Deposit>): SignedDeposit {
  const { erc3009Authorization: signed } = authorization
  return { ...signed, amount: BigInt(amount), signature: signed.signature as Hex }
}
