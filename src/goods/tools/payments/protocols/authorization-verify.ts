import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { stablecoinAt } from '../../../../engines/onchain/stablecoins.ts'
import {
  recoverSigner,
  typedDataDigest,
  typedDataFlaw,
  type TypedData,
} from '../../../../engines/onchain/typed-data.ts'

const KINDS: Readonly<Record<string, string>> = {
  TransferWithAuthorization: 'EIP-3009 transfer',
  ReceiveWithAuthorization: 'EIP-3009 transfer that only the payee can submit',
  CancelAuthorization: 'EIP-3009 cancellation',
  Permit: 'EIP-2612 permit',
  PermitSingle: 'Permit2 allowance',
  PermitTransferFrom: 'Permit2 transfer',
  PermitWitnessTransferFrom: 'Permit2 transfer with a witness',
}

export default defineTool({
  route: 'POST /api/authorization-verify',
  name: 'Authorization check',
  description:
    'Recover the signer of an EIP-3009 or EIP-2612 authorisation and check its window, token domain and form; no chain is asked.',
  asks: [
    'check the signature of an EIP-3009 authorization',
    'recover signer from EIP-712 typed data and signature',
    'who signed this payment authorisation',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    typedData: jsonObject({ bytesMax: 100 * KB, valuesMax: 5_000 }).describe(
      'domain, types, primaryType and message, as they were signed; up to 100 KB.',
    ),
    signature: z
      .string()
      .max(20_002)
      .regex(/^0x([0-9a-fA-F]{2})+$/, { error: 'must be 0x and hex digits in pairs' })
      .describe('0x and hex digits.'),
    expectedSigner: evmAddress().optional().describe('Who should have signed.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('The holder signed it and it can be used now; the chain is not asked.'),
    kind: z.string().describe('What is signed, in words.'),
    signer: z.string().nullable().describe('Who made the signature; null where no key did.'),
    digest: z.string().describe('What was signed: the EIP-712 hash.'),
    matchesFrom: z
      .boolean()
      .nullable()
      .describe('The signer is the holder that the message names; null where it names none.'),
    matchesExpected: z
      .boolean()
      .nullable()
      .describe('The signer is expectedSigner; null if that was left out.'),
    expired: z.boolean(),
    notYetValid: z.boolean(),
    expiresIso: z.string().nullable(),
    symbol: z
      .string()
      .nullable()
      .describe('Symbol of the token, if the domain names a genuine stablecoin.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        typedData: {
          types: {
            EIP712Domain: [
              { name: 'name', type: 'string' },
              { name: 'version', type: 'string' },
              { name: 'chainId', type: 'uint256' },
              { name: 'verifyingContract', type: 'address' },
            ],
            TransferWithAuthorization: [
              { name: 'from', type: 'address' },
              { name: 'to', type: 'address' },
              { name: 'value', type: 'uint256' },
              { name: 'validAfter', type: 'uint256' },
              { name: 'validBefore', type: 'uint256' },
              { name: 'nonce', type: 'bytes32' },
            ],
          },
          primaryType: 'TransferWithAuthorization',
          domain: {
            name: 'USD Coin',
            version: '2',
            chainId: 8453,
            verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          },
          message: {
            from: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
            to: '0x2222222222222222222222222222222222222222',
            value: '10000',
            validAfter: '0',
            validBefore: '4102444800',
            nonce: `0x${'ab'.repeat(32)}`,
          },
        },
        signature:
          '0xbfce6734e0ce68fd82ecc6367b7faa9e6dc55a50bc05308d96ee89873831b67b06173e8f2e954bf3e09d4edf4b7342facc3e9f1d0f36e1a278999b6a46bdbcb31b',
        expectedSigner: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
      },
    },
  ],

  async run({ typedData, signature, expectedSigner }, { now }) {
    const flaw = typedDataFlaw(typedData)
    if (flaw !== null) throw badInput(`typedData: ${flaw}`)
    const data = typedData as unknown as TypedData
    const digest = await typedDataDigest(data).catch((thrown: Error) => {
      throw badInput(`typedData: cannot be encoded: ${thrown.message.slice(0, 200)}`)
    })
    const { signer, problems } = await recoverSigner(digest, signature)
    const { message, domain, primaryType } = data
    const holder = textOf(message, 'from', 'owner', 'holder', 'authorizer')
    const window = windowOf(message, Math.floor(now() / 1_000))
    const matchesFrom = holder === null ? null : signer !== null && isSame(holder, signer)
    const matchesExpected = expectedSigner === undefined ? null : signer === expectedSigner
    const { symbol, problem } = tokenIn(domain)
    const all = [
      ...problems,
      ...(problem === null ? [] : [problem]),
      ...(matchesFrom === false && signer !== null
        ? [
            `${signer} signed it, but it names ${holder} as holder: another key signed, or other values were signed`,
          ]
        : []),
      ...(matchesExpected === false ? ['the signer is not expectedSigner'] : []),
      ...(window.expired ? ['it has expired'] : []),
      ...(window.notYetValid ? ['it is not valid yet'] : []),
    ]
    return {
      valid: signer !== null && all.length === 0,
      kind: KINDS[primaryType] ?? `a message of type ${primaryType.slice(0, 100)}`,
      signer,
      digest,
      matchesFrom,
      matchesExpected,
      ...window,
      symbol,
      problems: all,
    }
  },
})

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function textOf(message: JsonObject, ...names: readonly string[]): string | null {
  const found = names.map((name) => message[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : null
}

const SECONDS_MAX = 253_402_300_799n

function secondsOf(value: unknown): bigint | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text)
    ? BigInt(text)
    : null
}

function windowOf(message: JsonObject, seconds: number) {
  const last = ['validBefore', 'deadline', 'expiry', 'sigDeadline']
    .map((name) => secondsOf(message[name]))
    .find((value) => value !== null)
  const first = secondsOf(message['validAfter'])
  return {
    // EIP-3009 excludes the last second, permits include it; one second does not matter here.
    expired: last !== undefined && last !== null && last <= BigInt(seconds),
    notYetValid: first !== null && first > BigInt(seconds),
    expiresIso:
      last !== undefined && last !== null && last <= SECONDS_MAX
        ? new Date(Number(last) * 1_000).toISOString()
        : null,
  }
}

/** The genuine token of the domain, and how the domain differs from that of the token. */
function tokenIn(domain: JsonObject) {
  const { chainId, verifyingContract, name, version } = domain
  const id = secondsOf(chainId)
  if (id === null || typeof verifyingContract !== 'string') return { symbol: null, problem: null }
  const coin = stablecoinAt(`eip155:${id}`, verifyingContract)
  if (!coin) return { symbol: null, problem: null }
  const known = coin.domain
  const isOther = known !== null && (name !== known.name || version !== known.version)
  return {
    symbol: coin.symbol,
    problem: isOther
      ? `the domain names ${JSON.stringify(name)} ${String(version)}, but ${coin.symbol} on that chain uses ${JSON.stringify(known.name)} ${known.version}: the token would refuse the signature`
      : null,
  }
}
