import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { codec } from '../../../../engines/onchain/calldata/codec.ts'
import { bytes32, evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import { readContract } from '../../../../engines/onchain/evm-reads.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { recoverSigner } from '../../../../engines/onchain/typed-data.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'

/** The suffix of a signature of a wallet that is not deployed yet (ERC-6492). */
const MAGIC = '6492'.repeat(16)
const AGREED = '0x1626ba7e'

export default defineTool({
  route: 'POST /api/signature-verify-onchain',
  name: 'Signature check on chain',
  description:
    'Check a signature of any EVM wallet over a message or digest, smart accounts (ERC-1271) included, by asking the chain.',
  asks: [
    'verify a smart wallet signature',
    'ERC-1271 isValidSignature check',
    "is a smart wallet's signature good",
  ],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    address: evmAddress().describe('Who should have signed.'),
    message: text(100 * KB)
      .optional()
      .describe(
        'Message that was signed by personal_sign, up to 100 KB; give either message or digest.',
      ),
    digest: bytes32()
      .optional()
      .describe('Digest that was signed, 32 bytes of hex; give either message or digest.'),
    signature: z
      .string()
      .max(20_002)
      .regex(/^0x([0-9a-fA-F]{2})+$/, { error: 'must be 0x and hex digits in pairs' })
      .describe('0x and hex digits.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .nullable()
      .describe(
        'Whether the signature is valid; null if this tool cannot tell, and reason says why.',
      ),
    method: z
      .enum(['eoa', 'erc1271', 'erc6492'])
      .describe(
        'eoa: a plain key; erc1271: the contract of the wallet was asked; erc6492: wrapped for a wallet that is not deployed yet.',
      ),
    digest: z.string(),
    reason: z.string().nullable(),
    blockNumber: z.int(),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: {
        address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
        message: 'hello',
        signature:
          '0x9208d5f86a1f5d9c1908dbb42969925675ceb388616fc5b186c248e4967a03e02e9d28a1adcb8cce60ebcef9756dee20522a2987afea3055f4edd8380d425f891b',
      },
    },
  ],

  async run({ address, message, digest, signature, network }, { evm }) {
    if ((message === undefined) === (digest === undefined))
      throw badInput('message: exactly one of message and digest must be given')
    const { hashMessage } = await codec()
    const signed = (digest?.toLowerCase() ?? hashMessage(message ?? '')) as `0x${string}`
    const state = await evm.on(network).at()
    const code = await state.code(address)
    const base = { digest: signed, blockNumber: state.block.number }
    const isWrapped = signature.toLowerCase().endsWith(MAGIC)
    if (isWrapped && code === '0x')
      return {
        ...base,
        valid: null,
        method: 'erc6492' as const,
        reason:
          'the wallet is not deployed there, and its signature asks to deploy it, which is not tried here',
      }
    const own = isWrapped ? await unwrapped(signature) : signature
    if (code !== '0x') {
      const valid = await agrees(state, address, signed, own)
      return {
        ...base,
        valid,
        method: isWrapped ? ('erc6492' as const) : ('erc1271' as const),
        reason: valid ? null : 'the contract of the wallet refuses the signature',
      }
    }
    const { signer, problems } = await recoverSigner(signed, own)
    const valid = signer === address
    const reason = valid ? null : (problems[0] ?? `the signature is of ${signer}`)
    return { ...base, valid, method: 'eoa' as const, reason }
  },
})

async function agrees(state: EvmState, address: string, digest: string, signature: string) {
  const said = await readContract(
    state,
    address,
    'function isValidSignature(bytes32, bytes) view returns (bytes4)',
    [digest, signature],
  )
  return typeof said === 'string' && said.toLowerCase() === AGREED
}

/** The signature inside the wrapping, for a wallet that was deployed since. */
async function unwrapped(signature: string): Promise<string> {
  const { decodeAbiParameters } = await codec()
  try {
    const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
    const [, , inner] = decodeAbiParameters(parameters, signature.slice(0, -64) as `0x${string}`)
    return inner
  } catch {
    throw badInput(
      'signature: ends with the ERC-6492 suffix, but must then hold a valid ERC-6492 wrapping',
    )
  }
}
