import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { Db } from '../core/db.ts'
import { ownSecret } from '../stores/secrets.ts'
import type { Usage } from './conversation.ts'

/** What a call of a model has bought. */
export interface Purchase {
  /** Of the call, as its answer names it. */
  readonly id: string
  /** Seconds since the epoch. */
  readonly at: number
  readonly wire: string
  readonly model: string
  readonly provider: string
  readonly usage: Usage
  readonly costUsd: number
  readonly rail: string
  readonly wallet: string | null
  /** The answer was made for an earlier call, and told once more. */
  readonly again?: true
}

/** Signs receipts with a key of this service, which all its replicas share. */
export interface Signer {
  /** As a JSON Web Key. */
  readonly publicKey: Readonly<Record<string, unknown>>
  /** A JSON Web Signature. */
  receipt(purchase: Purchase): string
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS 8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export async function openSigner(db: Db): Promise<Signer> {
  const seed = Buffer.from(await ownSecret(db, 'model-receipts'), 'hex')
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' })
  const kid = createHash('sha256').update(String(x)).digest('base64url').slice(0, 12)
  const head = encoded({ alg: 'EdDSA', typ: 'receipt+jws', kid })
  return {
    publicKey: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' },
    receipt(purchase) {
      const signed = `${head}.${encoded(purchase)}`
      return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
    },
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
