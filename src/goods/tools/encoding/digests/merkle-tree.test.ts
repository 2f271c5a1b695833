import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import merkleTree from './merkle-tree.ts'

const sha256 = (...parts: readonly (string | Buffer)[]) => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}

describe('merkle-tree', () => {
  const leaves = Array.from({ length: 4099 }, (_, at) => `leaf ${at}`)

  test.each([
    { algo: 'sha256', sortPairs: true },
    { algo: 'sha256', sortPairs: false },
    { algo: 'keccak256', sortPairs: true },
  ])('proofs of %j lead to the root', async (options) => {
    for (const leafIndex of [0, 1, 2047, 4096, 4098]) {
      const { root, proof } = await runExample(merkleTree, { leaves, leafIndex, ...options })
      const check = { leaves: [leaves[leafIndex]], proof, root: `0x${String(root)}`, ...options }
      expect(await runExample(merkleTree, check)).toMatchObject({ verified: true, root })
      const other = { ...check, leaves: ['another'] }
      expect(await runExample(merkleTree, other)).toMatchObject({ verified: false })
    }
  })

  test('follows the order of leaves when pairs are not sorted', async () => {
    const [a, b, c] = [sha256('a'), sha256('b'), sha256('c')]
    const root = sha256(sha256(a, b), c).toString('hex')
    const input = { leaves: ['a', 'b', 'c'], sortPairs: false, leafIndex: 2 }
    const proof = [`left:${sha256(a, b).toString('hex')}`]
    expect(await runExample(merkleTree, input)).toMatchObject({ root, proof, depth: 2 })
  })

  test('a single leaf is its own root, and 0x leaves are bytes', async () => {
    const root = sha256('hello').toString('hex')
    expect(await runExample(merkleTree, { leaves: ['0x68656c6c6f'], leafIndex: 0, root })).toEqual({
      root,
      proof: [],
      verified: true,
      leaves: 1,
      depth: 0,
    })
  })

  const root = '00'.repeat(32)
  test.each([
    [{ leaves: [] }, 'leaves: '],
    [{ leaves: ['a'], leafIndex: 1 }, 'leafIndex: must be less'],
    [{ leaves: ['a'], proof: [] }, 'root: is required'],
    [{ leaves: ['a', 'b'], proof: [], root }, 'leafIndex: must say which'],
    [{ leaves: ['a'], proof: [], root: '00' }, 'root: must be 32 bytes'],
    [{ leaves: ['a'], proof: ['zz'], root }, 'proof: every step'],
    [{ leaves: ['a'], proof: [root], root, sortPairs: false }, 'proof: every step'],
    [{ leaves: [`0x${'00'.repeat(64)}`] }, 'leaves: 0x and 64 bytes'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(merkleTree, input)).rejects.toThrow(message)
  })
})
