import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSigner } from './signer.ts'

const KEYS = ['k', 'a key that is at least thirty-two bytes long', 'x'.repeat(64), 'é'.repeat(80)]
const TEXTS = ['', 'a', 'é€😀', 'x'.repeat(55), 'x'.repeat(64), 'y'.repeat(4096), 'z'.repeat(4097)]

test.each(KEYS)('signatures equal the HMAC of Node, with the key %s', (key) => {
  const sign = createSigner(key)
  for (const text of [...TEXTS, ...TEXTS])
    expect(sign(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'))
})
