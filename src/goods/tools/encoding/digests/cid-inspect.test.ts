import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import cidInspect from './cid-inspect.ts'

describe('cid-inspect', () => {
  const v1 = 'bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34'
  const SLASHED = {
    base: 'base64',
    v1: 'bafkreihmgfuc7xswdelzkl7xrj5ivxx72d7lynzn2juhdelmi3ddaoa3iu',
  }
  test.each([
    [v1, { base: 'base32', version: 1, v0: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG' }],
    [v1.toUpperCase(), { base: 'base32upper', v1 }],
    [`https://ipfs.io/ipfs/${v1}/readme.md?x#y`, { v1 }],
    ['mAVUSIOwxaC/eVhkXlS/3inqK3v/Q/rw3LdJocZFsRsYwOBtF', SLASHED],
    ['ipfs://MAVUSIOwxaC/eVhkXlS/3inqK3v/Q/rw3LdJocZFsRsYwOBtF?x', { v1: SLASHED.v1 }],
    ['/ipfs/mAVUSIOwxaC/eVhkXlS/3inqK3v/Q/rw3LdJocZFsRsYwOBtF/a/b.txt#c', SLASHED],
    ['f01551220' + '00'.repeat(32), { base: 'base16', codec: 'raw', digest: '00'.repeat(32) }],
    ['f01f8ffff0f0001ff', { codec: '0x1fffff8', hash: 'identity', digest: 'ff' }],
    [
      'k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8',
      { codec: 'libp2p-key', hash: 'identity', base: 'base36' },
    ],
  ])('%s', async (cid, expected) => {
    expect(await runExample(cidInspect, { cid })).toMatchObject(expected)
  })

  test.each(['', 'Q', 'Qm', 'hello', 'b', 'zz', `${v1}a`, '__proto__', '\ud800', 'f0'.repeat(200)])(
    'refuses %j',
    async (cid) => {
      await expect(runExample(cidInspect, { cid })).rejects.toThrow('cid: ')
    },
  )
})
