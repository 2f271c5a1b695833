import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { hex, KB, MB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { climb, grow, hashOf, leafBytes, prove } from './_merkle.ts'

const Algorithm = z.enum(['sha256', 'keccak256'])

export default defineTool({
  route: 'POST /api/merkle-tree',
  name: 'Merkle tree',
  description:
    'Merkle root of a list, the inclusion proof of a leaf, or the check of a proof against a ' +
    'root, as airdrop allow lists and OpenZeppelin MerkleProof use them.',
  asks: [
    'compute a merkle root',
    'generate a merkle proof for one leaf',
    'prove that an item is in the list',
    'allowlist for an airdrop',
  ],
  price: '$0.001',
  uses: {},
  bodyBytesMax: 4 * MB,
  place: ({ leaves }) => placeBySize(64 * leaves.length),
  input: z.object({
    leaves: z
      .array(text(4 * KB))
      .min(1)
      .max(20_000)
      .describe(
        'The leaves, 1 to 20000 of up to 4 KB. Each is hashed once: as bytes if it is hex that ' +
          'begins with 0x, else as UTF-8. To check a proof, give the one leaf.',
      ),
    algo: Algorithm.default('sha256').describe('Digest algorithm of leaves and nodes.'),
    sortPairs: z
      .boolean()
      .default(true)
      .describe(
        'Whether the two halves of a node are sorted before hashing, so that a proof needs no ' +
          'sides.',
      ),
    leafIndex: z
      .int()
      .min(0)
      .optional()
      .describe('Which leaf to prove or to check, counted from 0.'),
    proof: z
      .array(z.string().max(80))
      .max(64)
      .optional()
      .describe(
        'A proof to check against `root`: up to 64 digests of 32 bytes as hex, from leaf to root.',
      ),
    root: hex()
      .max(66)
      .optional()
      .describe(
        'The root to check against: 32 bytes as hex. Needed with `proof`; alone, it is ' +
          'compared with the root of the leaves.',
      ),
  }),
  output: z.object({
    root: z
      .string()
      .describe(
        'Root of the leaves, or the root that the proof leads to. A node without a pair ' +
          'moves up unchanged.',
      ),
    proof: z
      .array(z.string())
      .optional()
      .describe(
        'Digests from leaf to root; left: or right: gives the side of each if pairs are not ' +
          'sorted.',
      ),
    verified: z
      .boolean()
      .optional()
      .describe('Whether the proof or the leaves lead to the given root.'),
    leaves: z.int().describe('Number of leaves.'),
    depth: z.int().describe('Levels above the leaves, or steps of the given proof.'),
  }),
  examples: [
    {
      input: { leaves: ['a', 'b', 'c'], leafIndex: 1 },
      output: {
        root: 'aea2dd4249dcecf97ca6a1556db7f21ebd6a40bbec0243ca61b717146a08c347',
        proof: [
          'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
          '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6',
        ],
        leaves: 3,
        depth: 2,
      },
    },
    {
      input: {
        leaves: ['b'],
        proof: [
          'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
          '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6',
        ],
        root: 'aea2dd4249dcecf97ca6a1556db7f21ebd6a40bbec0243ca61b717146a08c347',
      },
      output: {
        root: 'aea2dd4249dcecf97ca6a1556db7f21ebd6a40bbec0243ca61b717146a08c347',
        proof: [
          'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
          '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6',
        ],
        verified: true,
        leaves: 1,
        depth: 2,
      },
    },
  ],

  async run({ leaves, algo, sortPairs, leafIndex, proof, root }) {
    const hash = await hashOf(algo)
    if (leafIndex !== undefined && leafIndex >= leaves.length) {
      throw badInput(`leafIndex: must be less than the number of leaves, ${leaves.length}.`)
    }
    const wanted = root === undefined ? undefined : digestOf(root)
    if (proof) {
      if (!wanted) throw badInput('root: is required to check a proof.')
      const start = hash(leafBytes(leafToCheck(leaves, leafIndex)))
      const reached = climb(start, proof, sortPairs, hash)
      return { ...reachedRoot(reached, wanted), proof, leaves: leaves.length, depth: proof.length }
    }
    const levels = await grow(leaves, sortPairs, hash)
    return {
      ...reachedRoot(levels.at(-1)![0]!, wanted),
      ...(leafIndex === undefined ? {} : { proof: prove(levels, leafIndex, sortPairs) }),
      leaves: leaves.length,
      depth: levels.length - 1,
    }
  },
})

function leafToCheck(leaves: readonly string[], index: number | undefined): string {
  if (index === undefined && leaves.length > 1) {
    throw badInput('leafIndex: must say which of several leaves to check; or give only that leaf.')
  }
  return leaves[index ?? 0]!
}

function digestOf(root: string): Buffer {
  const bytes = Buffer.from(root.replace(/^0x/i, ''), 'hex')
  if (bytes.length !== 32) throw badInput('root: must be 32 bytes as hex.')
  return bytes
}

const reachedRoot = (reached: Buffer, wanted: Buffer | undefined) => ({
  root: reached.toString('hex'),
  ...(wanted ? { verified: reached.equals(wanted) } : {}),
})
