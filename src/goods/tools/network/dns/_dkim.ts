import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Resolver } from '../../../../outside/net/resolver.ts'
import { tagsOf, textsOf } from './_records.ts'

export interface Dkim {
  readonly selector: string
  readonly found: boolean
  readonly keyType: string | null
  readonly keyBits: number | null
  /** Whether the domain is only testing it. */
  readonly testing: boolean
  readonly record: string | null
  readonly problems: string[]
}

const RSA_BITS_MIN = 1024
const ED25519_BYTES = 32

/** The public key that a selector of a domain names (RFC 6376). */
export async function dkimOf(resolver: Resolver, domain: string, selector: string): Promise<Dkim> {
  const texts = await textsOf(resolver, `${selector}._domainkey.${domain}`)
  const record = texts.find((text) => tagsOf(text).has('p')) ?? null
  if (record === null) {
    const problems = ['There is no key under this selector.']
    return {
      selector,
      found: false,
      keyType: null,
      keyBits: null,
      testing: false,
      record,
      problems,
    }
  }
  const tags = tagsOf(record)
  const keyType = tags.get('k')?.toLowerCase() ?? 'rsa'
  const key = (tags.get('p') ?? '').replace(/\s+/g, '')
  const keyBits = key === '' ? null : bitsOfKey(keyType, key)
  const testing = (tags.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y')
  return {
    selector,
    found: true,
    keyType,
    keyBits,
    testing,
    record,
    problems: [
      ...(key === '' ? ['The key is revoked.'] : []),
      ...(key !== '' && keyBits === null ? [`The key cannot be read as ${keyType}.`] : []),
      ...(keyType === 'rsa' && keyBits !== null && keyBits < RSA_BITS_MIN
        ? [`A key of ${keyBits} bits is too weak; receivers refuse it.`]
        : []),
      ...(keyType === 'rsa' && keyBits === RSA_BITS_MIN ? ['2048 bits are better than 1024.'] : []),
      ...(testing ? ['It is marked as a test (t=y), so receivers may ignore it.'] : []),
    ],
  }
}

function bitsOfKey(keyType: string, text: string): number | null {
  const der = Buffer.from(text, 'base64')
  if (keyType === 'ed25519') return der.length === ED25519_BYTES ? 256 : null
  if (keyType !== 'rsa') return null
  const key = keyOf(der, 'spki') ?? keyOf(der, 'pkcs1')
  return key?.asymmetricKeyDetails?.modulusLength ?? null
}

function keyOf(der: Buffer, type: 'spki' | 'pkcs1'): KeyObject | null {
  try {
    return createPublicKey({ key: der, format: 'der', type })
  } catch {
    return null
  }
}
