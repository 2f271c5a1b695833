import {
  TEMPO,
  TEMPO_CHAIN,
  TEMPO_DECIMALS,
  type TempoToken,
} from '../../../outside/chains/tempo/tokens.ts'
import { baseUnits } from '../../../base/core/money.ts'
import type { Wallet } from '../../../base/core/payment.ts'
import type { Tool } from '../../../base/core/tool.ts'
import { lazily } from '../../../base/lib/lazily.ts'
import type { Quote } from '../rail.ts'
import { readOpaque } from './challenge.ts'
import { unknownOnFailure, type MethodOffer, type Method, type MethodSettlement } from './method.ts'
import { mppFault, refusedBy, unreachable, unusable } from './problem.ts'
import type { TempoOptions, TempoTransfer } from './tempo-terms.ts'

/** The signatures of stock clients end before slower tools have answered. */
const TOOL_MS_MAX = 30_000
/** The least time for a tool; a signature that leaves less is refused. */
const ANSWER_MS_MIN = 12_000
/** What submitting and confirming may take. */
const SETTLE_MS = 5_000
/** How long nothing is offered after the node could not be asked. */
const CLOSED_MS = 30_000

/**
 * The method `tempo`: the payer signs a transaction of the Tempo chain, and this service submits
 * it. Clients sign for about 25 seconds, so the tool must answer before the signature ends.
 */
export function createTempoMethod(options: TempoOptions): Method {
  const { payTo, tokens, now, onTrouble } = options
  const orUnknown = unknownOnFailure(onTrouble)
  let closedUntil = 0

  /** Loaded after the start, or on the first payment: the packages behind it take much memory. */
  const node = lazily(async () => (await import('./tempo-node.ts')).openTempoNode(options))

  function askIn({ name, address }: TempoToken, { amount }: Quote): MethodOffer {
    return {
      place: TEMPO,
      placeName: `Tempo in ${name}`,
      chainId: TEMPO_CHAIN,
      currency: address,
      request: {
        amount: String(baseUnits(amount, TEMPO_DECIMALS)),
        currency: address,
        methodDetails: { chainId: TEMPO_CHAIN, supportedModes: ['pull'] },
        recipient: payTo,
      },
    }
  }

  const sent = (what: string, transfer: TempoTransfer): Promise<MethodSettlement> =>
    orUnknown(what, async () => (await node()).broadcast(transfer))

  return {
    id: 'tempo',
    asks: (quote) => (takes(quote.tool) ? tokens.map((token) => askIn(token, quote)) : []),
    warm: node,
    isOpen: () => now() >= closedUntil && (options.isUp?.() ?? true),
    proof: ({ challenge }) => `mpp:${challenge.id}`,
    wallet: ({ source }) => walletOf(source),
    inspect({ payload }) {
      if (payload['type'] !== 'transaction') throw mppFault('payload')
      if (!/^0x[0-9a-fA-F]+$/.test(String(payload['signature']))) throw mppFault('payload')
    },
    async isSigned(credential) {
      const sender = (await node()).signerOf(credential)
      const claimed = walletOf(credential.source)
      return sender !== null && (claimed === null || sender.toLowerCase() === claimed)
    },
    async verify(credential, { amount }, { currency }) {
      const { scope, nonce } = readOpaque(credential.challenge.opaque)
      const transfer: TempoTransfer = { credential, amount, currency, scope, nonce }
      const validated = await (await node()).validate(transfer).catch((thrown: unknown) => {
        onTrouble('verify on Tempo', thrown)
        closedUntil = now() + CLOSED_MS
        throw unreachable(thrown)
      })
      closedUntil = 0
      if (!validated.isValid) throw refusedBy(validated.reason)
      const { sender, validUntil } = validated
      const answerBy = validUntil - SETTLE_MS
      if (answerBy < now() + ANSWER_MS_MIN) throw unusable(tooShort(validUntil - now()))
      const believed = { data: transfer, answerBy, validUntil }
      const isProven = (await node()).signerOf(credential) !== null
      const wallet = sender.toLowerCase() as Wallet
      return { ...believed, wallet, ...(!isProven && { isUnproven: true as const }) }
    },
    settle: (data) => sent('settle on Tempo', data as TempoTransfer),
    retry: (data) => sent('retry on Tempo', data as TempoTransfer),
    trace: (data) =>
      orUnknown('trace on Tempo', async () => (await node()).trace(data as TempoTransfer)),
    release: () => {},
  }
}

/** Wallet-bound and slow tools, and those that name whom to pay, are paid on EVM chains only. */
const takes = ({ spec, limits }: Tool): boolean =>
  spec.identity !== 'wallet' &&
  spec.payableBy !== 'wallets' &&
  spec.payTo === undefined &&
  limits.firstEventMs <= TOOL_MS_MAX

function tooShort(lifeMs: number): string {
  const [life, needed] = [lifeMs, ANSWER_MS_MIN + SETTLE_MS].map((ms) => Math.floor(ms / 1000))
  return `the signature lives for another ${life} s, and must for ${needed} s; sign again.`
}

/** The wallet of a `did:pkh` on Tempo; null for any other DID. */
function walletOf(source: string | null): Wallet | null {
  const [, address] = /^did:pkh:eip155:4217:(0x[0-9a-fA-F]{40})$/.exec(source ?? '') ?? []
  return (address?.toLowerCase() as Wallet | undefined) ?? null
}
