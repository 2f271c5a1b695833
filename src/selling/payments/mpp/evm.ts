import { keccak_256 } from '@noble/hashes/sha3.js'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { baseUnits } from '../../../base/core/money.ts'
import type { Wallet } from '../../../base/core/payment.ts'
import type { Eip3009 } from '../../../outside/chains/evm/eip3009.ts'
import type { Quote } from '../rail.ts'
import { isSignedByPayer } from '../x402/signer.ts'
import type { Facilitators, SentPayment } from '../x402/facilitator.ts'
import type { PayableEvmNetwork, Network } from '../../../outside/chains/networks.ts'
import { readPayload, same, type ReadPayload } from '../x402/payload.ts'
import { paymentRequired, payToFor, requirementsFor, type Merchant } from '../x402/requirements.ts'
import { decodeJson } from './challenge.ts'
import type { MppCredential } from './credential.ts'
import {
  plainCode,
  SETTLE_SECONDS,
  UNKNOWN,
  unknownOnFailure,
  type MethodOffer,
  type Method,
  type MethodSettlement,
} from './method.ts'
import { mppFault, refusedBy, unreachable, unusable } from './problem.ts'

export interface EvmOptions {
  readonly merchant: Merchant
  readonly networks: readonly Network[]
  readonly facilitators: Facilitators
  now(): number
  /** Receives what a facilitator said, for the log only. */
  onTrouble(what: string, cause: unknown): void
}

/**
 * The method `evm`: the payer signs the EIP-3009 transfer of x402, with a nonce that binds it to
 * the challenge. The facilitator of its network verifies and settles it as an x402 payment.
 */
export function createEvmMethod(options: EvmOptions): Method {
  const { merchant, facilitators, now, onTrouble } = options
  const orUnknown = unknownOnFailure(onTrouble)
  const networks = options.networks.filter(
    (network): network is PayableEvmNetwork => network.family === 'evm' && network.mpp === true,
  )

  function signedFor(
    { payload }: MppCredential,
    quote: Quote,
    { place }: MethodOffer,
  ): SentPayment {
    const here = networks.filter(({ id }) => id === place)
    const { extraOf } = facilitators
    const [requirements] = requirementsFor(quote, here, { merchant, extraOf })
    if (!requirements) throw mppFault('method')
    const { resource } = paymentRequired(quote, [requirements], merchant, '')
    const { sender } = facilitators.of(place)
    return { payload: asX402(payload, requirements, resource), requirements, sender }
  }

  return {
    id: 'evm',
    asks(quote) {
      const { evm } = payToFor(quote.tool, merchant)
      if (!evm) return []
      return networks
        .filter(({ wallets }) => quote.tool.spec.identity !== 'wallet' || wallets === true)
        .map((network) => askOn(network, quote, evm))
    },
    isOpen: ({ place }) => facilitators.live().includes(place),
    proof: (credential) => claimed(credential)?.proof ?? null,
    wallet: ({ payload: { from } }) =>
      typeof from === 'string' ? (from.toLowerCase() as Wallet) : null,
    inspect(credential, { tool }, ask) {
      const transfer = claimed(credential)?.eip3009
      if (!transfer || credential.payload['type'] !== 'authorization') throw mppFault('payload')
      assertPays(transfer, credential, ask)
      assertInTime(transfer, now() / 1000, tool.limits.firstEventMs / 1000)
    },
    isSigned,
    async verify(credential, quote, ask) {
      const signed = signedFor(credential, quote, ask)
      const by = facilitators.of(ask.place)
      const isBound = by.lists && quote.tool.spec.identity === 'wallet'
      if (isBound && !(await isSigned(credential))) throw mppFault('signature')
      const verdict = await by
        .verify(signed.payload, signed.requirements)
        .catch((thrown: unknown) => {
          onTrouble('verify', thrown)
          throw unreachable(thrown)
        })
      if (!verdict.isValid) throw refusedBy(plainCode(verdict.invalidReason))
      const { from, validBefore } = credential.payload
      const validUntil = Number(validBefore) * 1000
      return { wallet: String(from).toLowerCase() as Wallet, data: signed, validUntil }
    },
    async stands(data, reference) {
      const by = facilitators.of((data as SentPayment).requirements.network)
      return (await by.stands?.(reference).catch(() => null)) ?? null
    },
    transferredOn: (data) => (data as SentPayment).requirements.network,
    settle: (data) => settle(data as SentPayment, 'settle'),
    retry: (data) => settle(data as SentPayment, 'retry'),
    async trace(data) {
      const sent = data as SentPayment
      const { network } = sent.requirements
      return orUnknown('trace', async () => {
        const traced = await facilitators.of(network).trace(sent)
        if (traced.state === 'unknown') return UNKNOWN
        return traced.state === 'dead'
          ? { state: 'refused', reason: traced.reason }
          : settledAs(network, traced.transaction)
      })
    },
    release(data) {
      const { payload, requirements } = data as SentPayment
      facilitators.of(requirements.network).release(payload)
    },
  }

  function settledAs(network: string, reference: string): MethodSettlement {
    const mayRevert = facilitators.of(network).stands !== undefined
    return { state: 'settled', network, reference, mayRevert }
  }

  async function isSigned(credential: MppCredential): Promise<boolean> {
    const read = claimed(credential)
    if (!read) return false
    return isSignedByPayer(read, facilitators).catch((thrown: unknown) => {
      onTrouble('asking a wallet', thrown)
      throw unreachable(thrown)
    })
  }

  function settle(
    { payload, requirements }: SentPayment,
    how: 'settle' | 'retry',
  ): Promise<MethodSettlement> {
    const { network } = requirements
    return orUnknown(how, async () => {
      const answer = await facilitators.of(network)[how](payload, requirements)
      if (answer.success) return settledAs(network, answer.transaction)
      const reason = plainCode(answer.errorReason)
      return reason === 'settlement_pending' ? UNKNOWN : { state: 'refused', reason }
    })
  }
}

function askOn(network: PayableEvmNetwork, { amount }: Quote, recipient: string): MethodOffer {
  const { id, name, asset, chainId, decimals, domain } = network
  return {
    place: id,
    placeName: name,
    chainId,
    currency: asset,
    request: {
      amount: String(baseUnits(amount, decimals)),
      currency: asset,
      methodDetails: { chainId, credentialTypes: ['authorization'], decimals, ...domain },
      recipient,
    },
  }
}

/** The x402 payment that a credential claims to be, which has the same proof on either rail. */
function claimed({ challenge, payload }: MppCredential): ReadPayload | null {
  const terms = decodeJson(challenge.request) as Partial<Terms> | null
  const { amount, currency: asset, recipient: payTo, methodDetails } = terms ?? {}
  const network = `eip155:${methodDetails?.chainId}`
  const accepted = { scheme: 'exact', network, amount, asset, payTo }
  return readPayload(asX402(payload, accepted as unknown as PaymentRequirements))
}

interface Terms {
  readonly amount: string
  readonly currency: string
  readonly recipient: string
  readonly methodDetails: { readonly chainId: number }
}

function asX402(
  { from, to, value, validAfter, validBefore, nonce, signature }: MppCredential['payload'],
  accepted: PaymentRequirements,
  resource?: PaymentPayload['resource'],
): PaymentPayload {
  const authorization = { from, to, value, validAfter, validBefore, nonce }
  const payload = { authorization, signature }
  return { x402Version: 2, payload, accepted, ...(resource && { resource }) }
}

function assertPays(
  transfer: Eip3009,
  credential: MppCredential,
  { place, request }: MethodOffer,
): void {
  const { challenge, source } = credential
  if (!same(transfer.to, String(request['recipient']))) throw mppFault('payee')
  if (transfer.value !== request['amount']) throw mppFault('amount')
  if (!same(transfer.nonce, nonceFor(challenge))) throw mppFault('unbound')
  if (source !== null && !same(source, `did:pkh:${place}:${transfer.from}`))
    throw mppFault('source')
}

/** Binds a transfer to one challenge of one realm. */
export const nonceFor = ({ id, realm }: { readonly id: string; readonly realm: string }): string =>
  `0x${Buffer.from(keccak_256(Buffer.from(id + realm, 'utf8'))).toString('hex')}`

function assertInTime(
  { validAfter, validBefore }: Eip3009,
  nowSeconds: number,
  deadlineSeconds: number,
): void {
  if (Number(validAfter) > nowSeconds) throw mppFault('early')
  const needed = Math.ceil(nowSeconds + deadlineSeconds + SETTLE_SECONDS)
  if (Number(validBefore) >= needed) return
  throw unusable(`the authorization ends at ${validBefore}, and must hold until ${needed}.`)
}
