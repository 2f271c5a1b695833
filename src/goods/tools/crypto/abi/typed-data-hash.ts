import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { codec, type Hex } from '../../../../engines/onchain/calldata/codec.ts'
import { hexData } from '../../../../engines/onchain/chains/fields.ts'
import { encodedTypeOf, typedDataOf, type Types } from './_typed-data.ts'

export default defineTool({
  route: 'POST /api/typed-data-hash',
  name: 'Typed data hash',
  description:
    'EIP-712 digest, domain separator and struct hash of typed data, and the signer of a signature.',
  asks: [
    'which wallet signed this eip-712 message',
    'compute the digest of an eth_signTypedData_v4 payload',
    'digest for EIP-712',
    'what does the wallet sign with typed data',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    typedData: z
      .record(z.string(), z.unknown())
      .describe('domain, types, primaryType and message, as wallets take them.'),
    signature: hexData(10_000)
      .optional()
      .describe('65 bytes of hex; the answer then names the signer.'),
  }),
  output: z.object({
    digest: z.string().describe('EIP-712 digest, which is signed.'),
    domainSeparator: z.string(),
    structHash: z.string().describe('Hash of the message alone.'),
    signer: z
      .string()
      .optional()
      .describe('Account whose key signed. A contract wallet cannot be found this way.'),
    encodedType: z.string().describe('The primary type with those that it uses.'),
    problems: z
      .array(z.string())
      .describe(
        'Warnings, such as members that are not signed, or a domain without important members.',
      ),
  }),
  examples: [
    {
      input: {
        typedData: {
          domain: { name: 'x' },
          types: { A: [{ name: 'b', type: 'uint256' }] },
          primaryType: 'A',
          message: { b: '1' },
        },
      },
      output: {
        digest: '0x7a3bf6d8a7d8a57496d3bf80f3e8b5ff975f2eab2bb5ac0acec034129ca8d718',
        domainSeparator: '0xb1b277d1bb978b94696ae7c475e4f8953aa39b5d19a386e45f299e1604ae66ff',
        structHash: '0x8de9f9e4494a79ddd0a2a7c85964bb3ae7de33a5e84fd00e9530c316a12ad6d1',
        encodedType: 'A(uint256 b)',
        problems: [
          'domain: has no chainId, so that the signature is valid on every chain.',
          'domain: has no verifyingContract, so that other contracts may accept the signature.',
        ],
      },
    },
  ],

  async run({ typedData, signature }) {
    const { hashAll, hashPart, recover } = await hashers()
    const { domain, types, primaryType, message, problems } = typedDataOf(typedData)
    const digest = hashAll(domain, types, primaryType, message)
    const signer = signature === undefined ? undefined : await recover(digest, signature as Hex)
    return {
      digest,
      domainSeparator: hashPart(domain, types, 'EIP712Domain'),
      structHash: hashPart(message, types, primaryType),
      ...(signer && { signer }),
      encodedType: encodedTypeOf(primaryType, types),
      problems,
    }
  },
})

type Plain = Readonly<Record<string, unknown>>
type Hash = (data: Plain, types: Types, primaryType: string) => Hex

/** The codec has no types for what callers declare. */
async function hashers() {
  const { hashStruct, hashTypedData, recoverAddress } = await codec()
  const struct = hashStruct as unknown as (given: object) => Hex
  const whole = hashTypedData as unknown as (given: object) => Hex
  const hashPart: Hash = (data, types, primaryType) => struct({ data, types, primaryType })
  return {
    hashPart,
    hashAll: (domain: Plain, types: Types, primaryType: string, message: Plain) =>
      whole({ domain, types, primaryType, message }),
    async recover(hash: Hex, signature: Hex) {
      if (signature.length !== 132 && signature.length !== 130)
        throw badInput('signature: must be 65 bytes, or 64 in the short form.')
      return recoverAddress({ hash, signature }).catch(() => {
        throw badInput('signature: is not a valid secp256k1 signature.')
      })
    },
  }
}
